/// `measured_run`: a row for each activity, with what `runs` prints of it, for queries of the user's own.
///
/// The tables alone mislead: they hold results of every set and of former points, copies of an activity,
/// and names and sports that others have replaced. It lies in the connection's own temporary part.
enum MeasuredRunView {
  static let definition = """
    CREATE TEMP VIEW IF NOT EXISTS measured_run AS
    SELECT run.run_id, run.started_at, run.ended_at, run.utc_offset_min, run.sport, run.name, run.device,
      run.fix_count, used.set_name, used.set_version, result.distance_m, result.raw_distance_m,
      run.device_distance_m
    FROM (SELECT run_id, started_at, ended_at, utc_offset_min, device, fix_count, device_distance_m,
        points_digest, \(Library.label("sport")) AS sport, \(Library.label("name")) AS name
      FROM run WHERE primary_run IS NULL) AS run
    JOIN current_set AS used
      ON used.sport = iif(run.sport IN (SELECT sport FROM current_set), run.sport, '*')
    LEFT JOIN result ON result.run_id = run.run_id AND result.set_name = used.set_name
      AND result.set_version = used.set_version AND result.points_digest = run.points_digest
    """
}
