internal import Hashing
package import RunModel

/// What one import met, and what became of it.
package struct ImportSummary: Sendable {
  /// Its number; nil for a dry run.
  package var id: Int64?
  /// `running`, `finished` or `interrupted`.
  package var state: String
  package var startedAt: Timestamp
  /// Nil where it has not ended.
  package var seconds: Double?
  package var files = 0
  /// Files that gave at least one new run.
  package var imported = 0
  package var duplicates = 0
  package var deleted = 0
  package var plannedRoutes = 0
  package var withoutPositions = 0
  package var unsupported = 0
  package var quarantined = 0
  /// New runs.
  package var runs = 0
  /// Fixes of the new runs.
  package var fixes = 0
  /// New runs whose file broke off.
  package var interrupted = 0

  package init(id: Int64?, state: String, startedAt: Timestamp, seconds: Double?) {
    self.id = id
    self.state = state
    self.startedAt = startedAt
    self.seconds = seconds
  }

  /// The object that `import --json` and `imports --json` give.
  package var json: JSON { .object(members) }

  private var members: [(key: String, value: JSON)] {
    [
      ("id", id.map { .integer(Int($0)) } ?? .null),
      ("state", .text(state)),
      ("started_at", .text(startedAt.rfc3339)),
      ("files", .integer(files)),
      ("imported", .integer(imported)),
      ("duplicates", .integer(duplicates)),
      ("unsupported", .integer(unsupported)),
      ("quarantined", .integer(quarantined)),
      ("planned_routes", .integer(plannedRoutes)),
      ("without_positions", .integer(withoutPositions)),
      ("deleted", .integer(deleted)),
      ("interrupted", .integer(interrupted)),
      ("runs", .integer(runs)),
      ("fixes", .integer(fixes)),
      ("seconds", .optional(seconds)),
    ]
  }

  /// The same with one object a source, for `imports show --json`.
  package func json(sources: [Source]) -> JSON {
    .object(members + [("sources", .array(sources.map(\.json)))])
  }
}

extension Source {
  /// A source with what became of it.
  var json: JSON {
    [
      "archive": .optional(member == nil ? nil : file),
      "member": .text(member ?? file),
      "state": .text(state.rawValue),
      "sha256": .optional(digest?.hex),
      "format": .optional(format),
      "size": size.map(JSON.integer) ?? .null,
      "code": .optional(reasonCode),
      "reason": .optional(reason),
      "line": reasonPlace?.line.map(JSON.integer) ?? .null,
      "byte": reasonPlace?.byte.map(JSON.integer) ?? .null,
      "diagnostics": .array(
        diagnostics.map {
          [
            "code": .text($0.code), "count": .integer($0.count),
            "line": $0.place?.line.map(JSON.integer) ?? .null,
            "byte": $0.place?.byte.map(JSON.integer) ?? .null, "detail": .text($0.detail),
          ]
        }),
    ]
  }
}
