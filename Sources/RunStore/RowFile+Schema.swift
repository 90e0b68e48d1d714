internal import RunModel

extension RowFile {
  /// Columns as in the library and in its `track_point`, so that a query means the same in both; digests
  /// are hexadecimal digits here.
  static let fixesSchema = """
    CREATE TABLE run (
      run_id TEXT PRIMARY KEY NOT NULL,
      state TEXT NOT NULL,
      sport TEXT NOT NULL,
      name TEXT,
      device TEXT,
      device_serial TEXT,
      started_at INTEGER,
      ended_at INTEGER,
      utc_offset_min INTEGER,
      segment_count INTEGER NOT NULL,
      fix_count INTEGER NOT NULL,
      next_seq INTEGER NOT NULL,
      device_distance_m REAL,
      timer_time_s REAL,
      segment_source TEXT NOT NULL,
      accuracy_source TEXT NOT NULL,
      device_distance_source TEXT NOT NULL,
      points_digest TEXT NOT NULL,
      primary_run TEXT
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE track_point (
      run_id TEXT NOT NULL REFERENCES run,
      seq INTEGER NOT NULL,
      segment INTEGER NOT NULL,
      t INTEGER,
      lat REAL,
      lon REAL,
      \(Channel.allCases.map { "\($0.columnName) REAL" }.joined(separator: ",\n  ")),
      PRIMARY KEY (run_id, seq)
    ) STRICT, WITHOUT ROWID;
    """

  static let resultsSchema = """
    CREATE TABLE parameter_set (
      name TEXT NOT NULL,
      version INTEGER NOT NULL,
      engine INTEGER NOT NULL,
      max_accuracy_m REAL,
      max_speed_mps REAL,
      min_move_m REAL,
      max_gap_s REAL,
      missing_accuracy TEXT NOT NULL,
      earth TEXT NOT NULL,
      note TEXT,
      created_at INTEGER NOT NULL,
      digest TEXT NOT NULL,
      PRIMARY KEY (name, version)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE result (
      run_id TEXT NOT NULL REFERENCES run,
      set_name TEXT NOT NULL,
      set_version INTEGER NOT NULL,
      points_digest TEXT NOT NULL,
      raw_distance_m REAL NOT NULL,
      distance_after_accuracy_m REAL NOT NULL,
      distance_after_speed_m REAL NOT NULL,
      distance_m REAL NOT NULL,
      across_gaps_m REAL NOT NULL,
      \(Verdict.allCases.map { "\($0.name) INTEGER NOT NULL" }.joined(separator: ",\n  ")),
      measured_at INTEGER NOT NULL,
      tool_version TEXT NOT NULL,
      PRIMARY KEY (run_id, set_name, set_version, points_digest),
      FOREIGN KEY (set_name, set_version) REFERENCES parameter_set
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE claim (
      run_id TEXT NOT NULL REFERENCES run,
      claimed_by TEXT NOT NULL,
      distance_m REAL NOT NULL,
      PRIMARY KEY (run_id, claimed_by)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE truth (
      run_id TEXT NOT NULL REFERENCES run,
      kind TEXT NOT NULL,
      lower_m REAL NOT NULL,
      upper_m REAL,
      source TEXT,
      added_at INTEGER NOT NULL,
      PRIMARY KEY (run_id, kind)
    ) STRICT, WITHOUT ROWID;
    """
}
