internal import Geodesy
internal import Hashing
internal import RunAnalysis
internal import RunModel
internal import Tuning

extension RunReport {
  /// The whole report; the fix by fix part only where the details are there.
  package var json: JSON {
    guard case .object(var members) = summaryJSON else { return .null }
    if let details {
      let deciding = FixDecisions(details, rules: parameters.rules)
      let verdicts = details.ledger.verdicts
      let dropped = verdicts.indices.filter { verdicts[$0].isDropped }
      let notCounted = verdicts.indices.filter { verdicts[$0] == .belowMinMove }
      func elements(_ seqs: [Int]) -> JSON {
        .elements(seqs.count) { deciding[seqs[$0]].json(FixKey.reported) }
      }
      members += figures(of: details).jsonMembers
      members += [("dropped", elements(dropped)), ("not_counted", elements(notCounted))]
    }
    if let share {
      members.append(
        (
          "shared",
          [
            "full_distance_m": .optional(share.fullDistance),
            "times": .text(run.description.timesCountFromStart ? "since_start" : "utc"),
          ]
        ))
    }
    return .object(members)
  }

  /// The report without its fixes.
  package var summaryJSON: JSON {
    [
      "run": runJSON,
      "parameters": parameters.json(isCurrent: isCurrent),
      "distance_m": .number(measurement.distance),
      "raw_distance_m": .number(measurement.rawDistance),
      "waterfall": waterfallJSON,
      "verdicts": .object(
        Verdict.allCases.map { ($0.name, .integer(measurement.counts[$0])) }),
      "other_sets": .array(
        others.map {
          [
            "parameters": .text("\($0.parameters)"), "current": .bool($0.isCurrent),
            "distance_m": .number($0.distance),
          ]
        }),
      "truths": .array(
        truths.map { truth in
          [
            "kind": .text(truth.kind.rawValue), "lower_m": .number(truth.interval.lower),
            "upper_m": .optional(truth.interval.upper), "source": .optional(truth.source),
            "error_percent": .optional(
              judgedDistance.map(truth.interval.relativeError).map { $0 * 100 }),
          ]
        }),
    ]
  }

  private var runJSON: JSON {
    guard case .object(var members) = storedRunJSON else { return .null }
    if let prunedAt = run.prunedAt { members.append(("pruned_at", .text(prunedAt.rfc3339))) }
    return .object(members)
  }

  private var storedRunJSON: JSON {
    let description = run.description
    return [
      "id": share == nil ? .text(run.id.hex) : .null,
      "name": .optional(description.name),
      "sport": .text(description.sport.rawValue),
      "state": .text(description.state.rawValue),
      "started_at": .optional(run.startedAt?.rfc3339),
      "ended_at": .optional(run.endedAt?.rfc3339),
      "utc_offset_min": description.utcOffsetMinutes.map(JSON.integer) ?? .null,
      "device": .optional(description.device),
      "device_serial": .optional(description.deviceSerial),
      "fixes": .integer(run.fixCount),
      "segments": .integer(run.segmentCount),
      "missing_chunks": .array(run.missingChunks.map(JSON.integer)),
      "device_distance_m": .optional(description.deviceDistance),
      "claims": .array(claims.map { ["by": .text($0.by), "distance_m": .number($0.distance)] }),
      "segment_source": .text(description.segmentSource.rawValue),
      "accuracy_source": .text(description.accuracySource.rawValue),
      "device_distance_source": .text(description.deviceDistanceSource.rawValue),
      "source": source?.originJSON ?? .null,
      "duplicate_of": .optional(run.primaryRun?.hex),
      "recordings": .array(related.map(\.json)),
    ]
  }

  private var waterfallJSON: JSON {
    let waterfall = Waterfall(measurement)
    return [
      "raw_m": .number(waterfall.rawDistance),
      "accuracy_m": .number(waterfall.accuracyShare),
      "speed_m": .number(waterfall.speedShare),
      "min_move_m": .number(waterfall.minMoveShare),
      "distance_m": .number(waterfall.distance),
      "across_gaps_m": .number(waterfall.acrossGaps),
    ]
  }
}

extension Source {
  /// Where a run came from. A plain file is a member of no archive: `archive` is null and `member`
  /// the file's path.
  var originJSON: JSON {
    [
      "archive": .optional(member == nil ? nil : file),
      "member": .text(member ?? file),
      "sha256": .optional(digest?.hex),
      "format": .optional(format),
      "remarks": .array(
        diagnostics.map {
          ["code": .text($0.code), "count": .integer($0.count), "detail": .text($0.detail)]
        }),
    ]
  }
}

extension ParameterSet {
  /// The set as reports and `params show` give it.
  package func json(isCurrent: Bool) -> JSON {
    [
      "name": .text(reference.name),
      "version": .integer(reference.version),
      "current": .bool(isCurrent),
      "engine": .integer(rules.engine),
      "digest": .text(digest.hex),
      "max_accuracy_m": .optional(rules.maxAccuracy),
      "max_speed_mps": .optional(rules.maxSpeed),
      "min_move_m": .optional(rules.minMove),
      "max_gap_s": .optional(rules.maxGap),
      "missing_accuracy": .text(rules.missingAccuracy.rawValue),
      "earth": .text(rules.earth.rawValue),
    ]
  }
}
