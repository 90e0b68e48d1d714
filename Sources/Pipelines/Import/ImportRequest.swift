internal import Archives
internal import RunFormats
internal import RunStore

/// What `import` is asked to do.
package struct ImportRequest: Sendable {
  /// Files, folders and archives.
  package var paths: [String]
  /// Also takes in positions without any time: planned routes.
  package var takesPlannedRoutes = false
  /// Brings back runs that were deleted.
  package var includesDeleted = false
  /// A run of more fixes is refused.
  package var maxFixes = defaultMaxFixes
  /// What files and archives may ask for, where others than the usual limits are wanted.
  package var limits = ImportLimits()
  /// Measures the new runs under the current sets.
  package var measures = true
  /// Finds out what would happen, and leaves the library as it is.
  package var isDryRun = false

  package init(paths: [String]) {
    self.paths = paths
  }

  /// What has to hold for a source not to be read again.
  var terms: ReadingTerms {
    var terms = ReadingTerms(readerVersion: readerVersion)
    terms.takesPlannedRoutes = takesPlannedRoutes
    terms.includesDeleted = includesDeleted
    terms.retriedReasons = [FormatError.Code.tooManyFixes.rawValue]
    return terms
  }
}

/// Limits that stand between an import and what it reads; nil for the usual one.
package struct ImportLimits: Sendable {
  /// Bytes of one file or member once unpacked.
  package var fileSize: Int?
  /// Bytes of all members of one archive once unpacked.
  package var archiveSize: Int?
  /// Members of one archive.
  package var entries: Int?
  /// Bytes that one byte may unpack to.
  package var ratio: Int?
  /// Archives inside one another.
  package var depth: Int?
  /// Takes zips whose members share bytes.
  package var allowsOverlap = false

  package init() {}

  var forArchives: Limits {
    var limits = Limits()
    if let fileSize { limits.memberBytes = fileSize }
    if let archiveSize { limits.archiveBytes = archiveSize }
    if let entries { limits.allow(entries: entries) }
    if let ratio { limits.ratio = ratio }
    if let depth { limits.nestingDepth = depth }
    limits.allowsOverlap = allowsOverlap
    return limits
  }
}
