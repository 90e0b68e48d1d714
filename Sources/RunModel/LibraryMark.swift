/// What tells a library of this tool from another SQLite database.
package enum LibraryMark {
  /// "RMSR": SQLite's `application_id`.
  package static let applicationID = 0x524D_5352
  /// The word for a library's format, where one is met as input.
  package static let formatWord = "remeasure_library"
}
