extension Library {
  /// Writes the library as it is at this moment to a new file, whoever writes to it meanwhile.
  ///
  /// - Throws: ``StoreError``, also where there is a file of that name.
  package func copy(to path: String) throws(StoreError) {
    try run("VACUUM INTO ?", [path])
  }
}
