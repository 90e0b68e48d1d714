package import RunModel
internal import SQLite

extension Library {
  /// Keeps what a service's export says of a run: its number there, the distance it claims, name and
  /// sport. What a later export says of these goes before what an earlier one said; what it does not say
  /// stays. A run that was deleted meanwhile is passed over.
  package func note(
    _ record: ServiceRecord, of run: RunID, toImport importID: Int64
  ) throws(StoreError) {
    guard
      record.id != nil || record.name != nil || record.sport != nil || record.distance != nil
    else { return }
    try self.run(
      """
      INSERT INTO service_record (run_id, service, import_id, origin, name, sport, distance_m)
      SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7 WHERE EXISTS (SELECT 1 FROM run WHERE run_id = ?1)
      ON CONFLICT DO UPDATE SET origin = coalesce(excluded.origin, origin),
      name = coalesce(excluded.name, name), sport = coalesce(excluded.sport, sport),
      distance_m = coalesce(excluded.distance_m, distance_m)
      """,
      [
        run, record.service.rawValue, importID, record.id, record.name, record.sport,
        record.distance,
      ])
  }

  /// What a run is called elsewhere; knowing it already changes nothing.
  func note(_ origin: Origin, of run: RunID) throws(StoreError) {
    try self.run(
      """
      INSERT INTO run_origin (run_id, kind, value) VALUES (?, ?, ?) ON CONFLICT DO NOTHING
      """, [run, origin.kind.rawValue, origin.value])
  }

  /// The runs that a source held.
  package func runs(ofSource id: Int64) throws(StoreError) -> [Run] {
    try runs("run_id IN (SELECT run_id FROM run_source WHERE source_id = ?)", [id])
  }

  /// The runs that a source held, with when each of them was; nil where no fix has a time.
  package func spans(
    ofSource id: Int64
  ) throws(StoreError) -> [(id: RunID, span: ClosedRange<Timestamp>?)] {
    try rows(
      """
      SELECT run_id, started_at, ended_at FROM run_source JOIN run USING (run_id)
      WHERE source_id = ?
      """, [id]
    ) { row in
      guard let run = row.runID(0) else { return nil }
      guard let start = row.timestamp(1), let end = row.timestamp(2), start <= end else {
        return (run, nil)
      }
      return (run, start...end)
    }
  }
}
