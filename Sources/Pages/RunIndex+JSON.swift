internal import Reports
internal import RunAnalysis
internal import RunModel

extension RunIndex {
  /// What the scripts of an index read: a column a quantity, its values in the order of the runs, and
  /// the totals that sums over them must give.
  func json(_ unit: DistanceUnit) -> JSON {
    [
      "unit": .text(unit.rawValue),
      "runs": .object(columns),
      "facets": .object(facets.map { ($0.key, $0.json) }),
      "share_classes": .array(
        HistogramDrawing(ofSharesNotCounted: histogram).names.map(JSON.text)),
      "totals": .array(totalsBySport.map(\.json)),
      "total": total.json,
    ]
  }

  private var columns: [(key: String, value: JSON)] {
    func column(_ value: @escaping @Sendable (IndexedRun) -> JSON) -> JSON {
      .elements(runs.count) { [runs] in value(runs[$0]) }
    }
    let histogram = Histogram.ofSharesNotCounted
    return [
      ("id", column { .text($0.report.run.id.hex) }),
      ("name", column { .text($0.report.title) }),
      ("date", column { .text($0.date) }),
      ("set", column { .text(visibleText("\($0.report.parameters.reference)")) }),
      ("distance_m", column { .number($0.measurement.distance) }),
      ("raw_distance_m", column { .number($0.measurement.rawDistance) }),
      ("not_counted_share", column { $0.shareNotCounted.map(JSON.number) ?? .null }),
      (
        "share_class",
        column { $0.shareNotCounted.map { .integer(histogram.place(of: $0)) } ?? .null }
      ),
      ("dropped", column { .integer($0.measurement.counts.dropped) }),
      ("device_distance_m", column { $0.deviceDistance.map(JSON.number) ?? .null }),
      (
        "device_difference_m",
        column { run in
          run.deviceDistance.map { .number($0 - run.measurement.distance) } ?? .null
        }
      ),
      ("claims", column(\.claimsJSON)),
    ]
  }
}

extension IndexedRun {
  fileprivate var deviceDistance: Double? { report.run.description.deviceDistance }

  /// Who says what, and by how much it is more than ours.
  fileprivate var claimsJSON: JSON {
    .array(
      report.claims.map {
        .array([
          .text(capitalised($0.speaker)), .number($0.distance),
          .number($0.distance - measurement.distance),
        ])
      })
  }
}

extension Facet {
  fileprivate var json: JSON {
    [
      "words": .array(words.map(JSON.text)),
      "of": .elements(places.count) { [places] in .array(places[$0].map(JSON.integer)) },
    ]
  }
}

extension RunTotal {
  fileprivate var json: JSON {
    [
      "runs": .integer(runs), "distance_m": .number(distance),
      "raw_distance_m": .number(rawDistance),
      "not_counted_share": shareNotCounted.map(JSON.number) ?? .null,
      "dropped": .integer(dropped),
    ]
  }
}
