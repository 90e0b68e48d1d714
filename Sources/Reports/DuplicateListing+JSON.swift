internal import RunModel

extension DuplicateListing {
  /// One object: groups by the start of their first recording, then links, then what was set apart.
  package var json: JSON {
    [
      "complete": .bool(isComplete),
      "groups": .array(
        groups.map { group in
          [
            "primary": .text(group.recordings[0].run.id.hex),
            "recordings": .array(group.recordings.map { json(of: $0, in: group) }),
          ]
        }),
      "outings": .array(
        outings.map { outing in
          [
            "runs": .array([.text(outing.first.id.hex), .text(outing.second.id.hex)]),
            "common_fixes": .integer(outing.agreement.commonFixes),
            "median_distance_m": .optional(outing.agreement.medianDistance),
            "within_1_m": .optional(outing.agreement.nearShare),
          ]
        }),
      "separated": .array(separated.map { .text($0.id.hex) }),
    ]
  }

  private func json(of recording: Recording, in group: Group) -> JSON {
    let run = recording.run
    let isPrimary = run.primaryRun == nil
    let pair = isPrimary ? nil : pair(of: run, in: group)
    return [
      "id": .text(run.id.hex),
      "primary": .bool(isPrimary),
      "chosen": .bool(isChosen(run)),
      "name": .optional(run.description.name),
      "started_at": .optional(run.startedAt?.rfc3339),
      "format": .optional(recording.format),
      "fixes": .integer(run.fixCount),
      "device": .optional(run.description.device),
      "device_distance_m": .optional(run.description.deviceDistance),
      "reason": .optional(isPrimary ? nil : pair?.reason.rawValue ?? "same_file"),
      "compared_with": .optional(pair?.other(than: run.id).hex),
      "clock_offset_s": .optional(pair.map { Double($0.offset(from: run.id)) / 1000 }),
      "common_fixes": pair.map { .integer($0.agreement.commonFixes) } ?? .null,
      "median_distance_m": .optional(pair?.agreement.medianDistance),
      "within_1_m": .optional(pair?.agreement.nearShare),
    ]
  }
}
