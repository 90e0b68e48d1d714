package import RunModel

/// A run as one of several recordings of an activity.
package struct Recording: Sendable, Equatable {
  package let run: Run
  /// Of the file it came from; nil where that is no longer known.
  package let format: String?

  package init(run: Run, format: String?) {
    self.run = run
    self.format = format
  }
}

/// Another recording that has to do with a run.
package struct RelatedRecording: Sendable, Equatable {
  package let recording: Recording
  package let relation: RunPair.Relation

  package init(recording: Recording, relation: RunPair.Relation) {
    self.recording = recording
    self.relation = relation
  }
}

extension RelatedRecording {
  var json: JSON {
    let run = recording.run
    return [
      "id": .text(run.id.hex),
      "relation": .text(relation.rawValue),
      "format": .optional(recording.format),
      "device": .optional(run.description.device),
      "device_distance_m": .optional(run.description.deviceDistance),
      "duplicate_of": .optional(run.primaryRun?.hex),
    ]
  }

  /// "1a2b3c4d (TCX, Edge 530, its own distance 10.020 km)".
  func text(_ unit: DistanceUnit) -> String {
    let run = recording.run
    let facts = [
      recording.format.map { $0.uppercased() }, run.description.device.map(visibleText),
      run.description.deviceDistance.map { "its own distance \(unit.text($0))" },
    ].compactMap(\.self)
    return run.id.short + (facts.isEmpty ? "" : " (\(facts.joined(separator: ", ")))")
  }
}
