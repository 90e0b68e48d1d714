internal import Hashing
package import RunModel

extension ImportRecord {
  /// The object that `import --json` and `imports --json` give; a dry run has no number.
  package func json(isDryRun: Bool = false) -> JSON {
    .object(members(isDryRun: isDryRun))
  }

  /// The same with one object a source, for `imports show --json`.
  package func json(sources: [Source]) -> JSON {
    .object(members(isDryRun: false) + [("sources", .array(sources.map(\.json)))])
  }

  private func members(isDryRun: Bool) -> [(key: String, value: JSON)] {
    [
      ("id", isDryRun ? .null : .integer(Int(id))),
      ("state", .text(state.rawValue)),
      ("started_at", .text(startedAt.rfc3339)),
      ("undone_at", .optional(undoneAt?.rfc3339)),
      ("paths", .array(paths.map(JSON.text))),
      ("files", .integer(counts.files)),
      ("imported", .integer(counts[.imported])),
      ("duplicates", .integer(counts[.duplicate])),
      ("unsupported", .integer(counts[.unsupported])),
      ("quarantined", .integer(counts[.quarantined])),
      ("planned_routes", .integer(counts[.plannedRoute])),
      ("without_positions", .integer(counts[.withoutPositions])),
      ("deleted", .integer(counts[.deleted])),
      ("metadata", .integer(counts[.metadata])),
      ("interrupted", .integer(counts.interruptedRuns)),
      ("runs", .integer(counts.runs)),
      ("copies", .integer(counts.copies)),
      ("fixes", .integer(counts.fixes)),
      ("seconds", .optional(seconds)),
    ]
  }
}

extension Source {
  /// A source with what became of it.
  var json: JSON {
    [
      "archive": .optional(member == nil ? nil : file),
      "member": .optional(member ?? (file.isEmpty ? nil : file)),
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
