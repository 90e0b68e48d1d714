internal import RunFormats

/// What `import` is asked to do.
package struct ImportRequest: Sendable {
  /// Files, folders and archives.
  package var paths: [String]
  /// Also takes in positions without any time: planned routes.
  package var takesPlannedRoutes = false
  /// A run of more fixes is refused.
  package var maxFixes = defaultMaxFixes
  /// Measures the new runs under the current sets.
  package var measures = true
  /// Finds out what would happen, and leaves the library as it is.
  package var isDryRun = false

  package init(paths: [String]) {
    self.paths = paths
  }
}
