package import RunModel

/// What an import found of one run of a recorder: its fixes under the recorder's own numbers, from one
/// source or many.
package struct RecordedBatch: Sendable {
  package struct Part: Sendable {
    /// In state `imported` where it can be read; any other state is kept.
    package var source: Source
    package var fixes = NumberedFixes()
    /// Its number among the chunks of an upload.
    package var chunk: Int?
    /// How many chunks the upload has, where it says so.
    package var chunkCount: Int?

    package init(source: Source) {
      self.source = source
    }
  }

  package let run: RunID
  /// `finished` or `uploaded` where the recorder says so, else `interrupted`.
  package var description: RunDescription
  /// In the order in which they were met.
  package var parts: [Part]

  package init(run: RunID, description: RunDescription, parts: [Part]) {
    self.run = run
    self.description = description
    self.parts = parts
  }
}

/// What became of a batch.
package struct MergedBatch: Sendable {
  /// The parts' sources, in order.
  package var sources: [AddedSource]
  /// The run as it is now; nil where the user deleted it.
  package var run: Run?
  /// The run's fixes where they are others than before.
  package var changedFixes: Fixes?
}
