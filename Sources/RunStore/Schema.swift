/// The tables of a new library. Frozen: what changes later is a further migration.
enum Schema {
  static let version1 = """
    CREATE TABLE import (
      import_id INTEGER PRIMARY KEY AUTOINCREMENT,
      state TEXT NOT NULL CHECK (state IN ('running', 'finished', 'interrupted')),
      started_at INTEGER NOT NULL,
      ended_at INTEGER,
      tool_version TEXT NOT NULL,
      paths TEXT NOT NULL
    ) STRICT;

    CREATE TABLE source (
      source_id INTEGER PRIMARY KEY,
      import_id INTEGER NOT NULL REFERENCES import,
      file TEXT NOT NULL,
      member TEXT,
      size INTEGER,
      modified_at INTEGER,
      sha256 BLOB CHECK (length(sha256) = 32),
      format TEXT,
      reader_version INTEGER,
      state TEXT NOT NULL CHECK (state IN ('imported', 'duplicate', 'deleted', 'planned_route',
        'without_positions', 'unsupported', 'quarantined')),
      reason_code TEXT,
      reason TEXT,
      reason_byte INTEGER,
      reason_line INTEGER,
      new_runs INTEGER NOT NULL,
      new_interrupted_runs INTEGER NOT NULL,
      new_fixes INTEGER NOT NULL,
      CHECK (state <> 'quarantined' OR reason_code IS NOT NULL)
    ) STRICT;
    CREATE INDEX source_by_import ON source (import_id);
    CREATE INDEX source_by_sha256 ON source (sha256);

    CREATE TABLE diagnostic (
      source_id INTEGER NOT NULL REFERENCES source ON DELETE CASCADE,
      ordinal INTEGER NOT NULL,
      code TEXT NOT NULL,
      occurrences INTEGER NOT NULL,
      byte INTEGER,
      line INTEGER,
      detail TEXT NOT NULL,
      PRIMARY KEY (source_id, ordinal)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE run (
      run_id TEXT PRIMARY KEY NOT NULL
        CHECK (length(run_id) = 32 AND run_id NOT GLOB '*[^0-9a-f]*'),
      state TEXT NOT NULL CHECK (state IN ('recording', 'paused', 'interrupted', 'finished',
        'uploaded')),
      sport TEXT NOT NULL,
      name TEXT,
      device TEXT,
      started_at INTEGER,
      ended_at INTEGER,
      utc_offset_min INTEGER CHECK (utc_offset_min BETWEEN -1440 AND 1440),
      segment_count INTEGER NOT NULL,
      fix_count INTEGER NOT NULL,
      next_seq INTEGER NOT NULL,
      device_distance_m REAL,
      timer_time_s REAL,
      accuracy_source TEXT NOT NULL,
      version INTEGER NOT NULL,
      points_digest BLOB NOT NULL CHECK (length(points_digest) = 32)
    ) STRICT;
    CREATE INDEX run_by_start ON run (started_at, run_id);

    CREATE TABLE run_version (
      run_id TEXT NOT NULL REFERENCES run ON DELETE CASCADE,
      version INTEGER NOT NULL CHECK (version >= 1),
      points_digest BLOB NOT NULL CHECK (length(points_digest) = 32),
      reader_version INTEGER,
      source_id INTEGER REFERENCES source,
      PRIMARY KEY (run_id, version)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX run_version_by_source ON run_version (source_id);

    CREATE TABLE run_source (
      run_id TEXT NOT NULL REFERENCES run ON DELETE CASCADE,
      source_id INTEGER NOT NULL REFERENCES source ON DELETE CASCADE,
      PRIMARY KEY (run_id, source_id)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX run_source_by_source ON run_source (source_id);

    CREATE TABLE run_group (
      run_id TEXT PRIMARY KEY NOT NULL REFERENCES run ON DELETE CASCADE,
      group_id INTEGER NOT NULL,
      is_primary INTEGER NOT NULL CHECK (is_primary IN (0, 1))
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX run_group_members ON run_group (group_id);
    CREATE UNIQUE INDEX run_group_primary ON run_group (group_id) WHERE is_primary = 1;

    CREATE TABLE point_chunk (
      run_id TEXT NOT NULL,
      version INTEGER NOT NULL,
      first_seq INTEGER NOT NULL CHECK (first_seq >= 0),
      fix_count INTEGER NOT NULL CHECK (fix_count > 0),
      core_seal BLOB NOT NULL CHECK (length(core_seal) = 32),
      extra_seal BLOB CHECK (length(extra_seal) = 32),
      core BLOB NOT NULL,
      extra BLOB,
      PRIMARY KEY (run_id, version, first_seq),
      FOREIGN KEY (run_id, version) REFERENCES run_version ON DELETE CASCADE
    ) STRICT;

    CREATE TABLE parameter_set (
      name TEXT NOT NULL CHECK (name <> '' AND name NOT GLOB '*[^A-Za-z0-9._-]*'),
      version INTEGER NOT NULL CHECK (version BETWEEN 1 AND 1000000),
      engine INTEGER NOT NULL CHECK (engine >= 1),
      max_accuracy_m REAL CHECK (max_accuracy_m >= 0),
      max_speed_mps REAL CHECK (max_speed_mps >= 0),
      min_move_m REAL CHECK (min_move_m >= 0),
      max_gap_s REAL CHECK (max_gap_s >= 0),
      missing_accuracy TEXT NOT NULL CHECK (missing_accuracy IN ('keep', 'drop')),
      earth TEXT NOT NULL CHECK (earth IN ('sphere', 'wgs84')),
      note TEXT,
      created_at INTEGER NOT NULL,
      digest BLOB NOT NULL CHECK (length(digest) = 32),
      PRIMARY KEY (name, version)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE current_set_change (
      change_id INTEGER PRIMARY KEY AUTOINCREMENT CHECK (change_id > 0),
      sport TEXT NOT NULL,
      set_name TEXT NOT NULL,
      set_version INTEGER NOT NULL,
      changed_at INTEGER NOT NULL,
      FOREIGN KEY (set_name, set_version) REFERENCES parameter_set
    ) STRICT;

    -- The newest change of each sport; '*' stands for all sports without a line of their own.
    CREATE VIEW current_set AS
      SELECT sport, set_name, set_version, changed_at AS since
      FROM current_set_change AS change
      WHERE change_id = (SELECT max(change_id) FROM current_set_change
        WHERE sport = change.sport);

    CREATE TABLE result (
      run_id TEXT NOT NULL REFERENCES run ON DELETE CASCADE,
      set_name TEXT NOT NULL,
      set_version INTEGER NOT NULL,
      points_digest BLOB NOT NULL CHECK (length(points_digest) = 32),
      raw_distance_m REAL NOT NULL,
      distance_after_accuracy_m REAL NOT NULL,
      distance_after_speed_m REAL NOT NULL,
      distance_m REAL NOT NULL,
      across_gaps_m REAL NOT NULL,
      segment_start INTEGER NOT NULL,
      counted INTEGER NOT NULL,
      below_min_move INTEGER NOT NULL,
      invalid_position INTEGER NOT NULL,
      invalid_accuracy INTEGER NOT NULL,
      poor_accuracy INTEGER NOT NULL,
      missing_accuracy INTEGER NOT NULL,
      over_max_speed INTEGER NOT NULL,
      measured_at INTEGER NOT NULL,
      tool_version TEXT NOT NULL,
      checksum BLOB NOT NULL CHECK (length(checksum) = 32),
      PRIMARY KEY (run_id, set_name, set_version, points_digest),
      FOREIGN KEY (set_name, set_version) REFERENCES parameter_set
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE claim (
      run_id TEXT NOT NULL REFERENCES run ON DELETE CASCADE,
      claimed_by TEXT NOT NULL,
      distance_m REAL NOT NULL,
      PRIMARY KEY (run_id, claimed_by)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE tombstone (
      run_id TEXT PRIMARY KEY NOT NULL,
      deleted_at INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;

    """
    + immutable("point_chunk", key: ["run_id", "version", "first_seq"], deletable: true)
    + neverReplaced("run", key: ["run_id"])
    + immutable("parameter_set", key: ["name", "version"], deletable: false)
    + immutable("current_set_change", key: ["change_id"], deletable: false)
    + immutable(
      "result", key: ["run_id", "set_name", "set_version", "points_digest"], deletable: true)

  /// Where segments and the device's distance came from; libraries before this held only GPX.
  static let version2 = """
    ALTER TABLE run ADD COLUMN device_serial TEXT;
    ALTER TABLE run ADD COLUMN segment_source TEXT NOT NULL DEFAULT 'trkseg';
    ALTER TABLE run ADD COLUMN device_distance_source TEXT NOT NULL DEFAULT 'none';
    UPDATE run SET device_distance_source = 'track_statistics'
      WHERE device_distance_m IS NOT NULL;
    """

  /// What a run is called elsewhere, which runs are one activity, and what an import met again.
  static let version3 = """
    -- Anew, as a CHECK cannot be changed: for the state 'metadata'.
    CREATE TABLE new_source (
      source_id INTEGER PRIMARY KEY,
      import_id INTEGER NOT NULL REFERENCES import,
      file TEXT NOT NULL,
      member TEXT,
      size INTEGER,
      modified_at INTEGER,
      sha256 BLOB CHECK (length(sha256) = 32),
      format TEXT,
      reader_version INTEGER,
      state TEXT NOT NULL CHECK (state IN ('imported', 'duplicate', 'deleted', 'planned_route',
        'without_positions', 'metadata', 'unsupported', 'quarantined')),
      reason_code TEXT,
      reason TEXT,
      reason_byte INTEGER,
      reason_line INTEGER,
      new_runs INTEGER NOT NULL,
      new_interrupted_runs INTEGER NOT NULL,
      new_fixes INTEGER NOT NULL,
      CHECK (state <> 'quarantined' OR reason_code IS NOT NULL)
    ) STRICT;
    INSERT INTO new_source SELECT * FROM source;
    DROP TABLE source;
    ALTER TABLE new_source RENAME TO source;
    CREATE INDEX source_by_import ON source (import_id);
    CREATE INDEX source_by_sha256 ON source (sha256);

    ALTER TABLE import ADD COLUMN undone_at INTEGER;
    -- As a zip's directory has it: with name and size it tells a member without unpacking it.
    ALTER TABLE source ADD COLUMN crc32 INTEGER;
    -- Bytes as the file system or the archive has it; `size` counts them unpacked.
    ALTER TABLE source ADD COLUMN listed_size INTEGER;
    -- Runs that it holds, also those that were here already or are deleted.
    ALTER TABLE source ADD COLUMN run_count INTEGER NOT NULL DEFAULT 0;

    -- Sources of earlier imports that a later one met unchanged and did not read again, in the
    -- state that they were in then.
    CREATE TABLE met_again (
      import_id INTEGER NOT NULL REFERENCES import,
      source_id INTEGER NOT NULL REFERENCES source ON DELETE CASCADE,
      state TEXT NOT NULL CHECK (state IN ('duplicate', 'deleted', 'planned_route',
        'without_positions', 'metadata', 'unsupported', 'quarantined')),
      occurrences INTEGER NOT NULL CHECK (occurrences > 0),
      PRIMARY KEY (import_id, source_id)
    ) STRICT, WITHOUT ROWID;

    -- Archives that were read through, as the file system had them, and what was in them.
    CREATE TABLE archive (
      archive_id INTEGER PRIMARY KEY,
      file TEXT NOT NULL UNIQUE,
      size INTEGER NOT NULL,
      modified_at INTEGER NOT NULL
    ) STRICT;
    CREATE TABLE archive_source (
      archive_id INTEGER NOT NULL REFERENCES archive ON DELETE CASCADE,
      source_id INTEGER NOT NULL REFERENCES source ON DELETE CASCADE,
      occurrences INTEGER NOT NULL CHECK (occurrences > 0),
      PRIMARY KEY (archive_id, source_id)
    ) STRICT, WITHOUT ROWID;

    -- A run's row as it was before a mended reader read it anew.
    CREATE TABLE earlier_reading (
      run_id TEXT NOT NULL,
      version INTEGER NOT NULL,
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
      chunk_count INTEGER,
      device_distance_m REAL,
      timer_time_s REAL,
      segment_source TEXT NOT NULL,
      accuracy_source TEXT NOT NULL,
      device_distance_source TEXT NOT NULL,
      PRIMARY KEY (run_id, version),
      FOREIGN KEY (run_id, version) REFERENCES run_version ON DELETE CASCADE
    ) STRICT, WITHOUT ROWID;

    -- The import that brought a deleted run back on request; NULL while it is to stay away.
    ALTER TABLE tombstone ADD COLUMN lifted_by INTEGER REFERENCES import;

    CREATE TABLE run_origin (
      run_id TEXT NOT NULL REFERENCES run ON DELETE CASCADE,
      kind TEXT NOT NULL,
      value TEXT NOT NULL,
      PRIMARY KEY (run_id, kind, value)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX run_origin_by_value ON run_origin (kind, value);

    -- What a service's export said of a run in one import. A row for each import that says so, also
    -- where it says the same: what the newest of those that stand says counts.
    CREATE TABLE service_record (
      run_id TEXT NOT NULL REFERENCES run ON DELETE CASCADE,
      service TEXT NOT NULL,
      import_id INTEGER NOT NULL REFERENCES import,
      -- The service's own number or name of the activity.
      origin TEXT,
      name TEXT,
      sport TEXT,
      distance_m REAL,
      PRIMARY KEY (run_id, service, import_id)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX service_record_by_import ON service_record (import_id);
    -- Also what an undone import said, while one stands that met its tables again.
    CREATE VIEW standing_record AS
      SELECT run_id, service, import_id, origin, name, sport, distance_m
      FROM service_record JOIN import USING (import_id)
      WHERE undone_at IS NULL OR EXISTS (SELECT 1 FROM source JOIN met_again USING (source_id)
        JOIN import AS later ON later.import_id = met_again.import_id
        WHERE source.import_id = service_record.import_id AND source.state = 'metadata'
        AND later.undone_at IS NULL);
    CREATE VIEW known_origin AS
      SELECT run_id, kind, value FROM run_origin
      UNION SELECT run_id, service, origin FROM standing_record WHERE origin IS NOT NULL;

    DROP TABLE claim;
    CREATE VIEW claim AS
      SELECT run_id, service AS claimed_by, distance_m FROM standing_record AS said
      WHERE distance_m IS NOT NULL AND import_id = (SELECT max(import_id)
        FROM standing_record AS other WHERE other.run_id = said.run_id
        AND other.service = said.service AND other.distance_m IS NOT NULL);

    -- What the user calls a run, whatever file and services call it.
    CREATE TABLE run_edit (
      run_id TEXT PRIMARY KEY NOT NULL REFERENCES run ON DELETE CASCADE,
      name TEXT,
      sport TEXT
    ) STRICT, WITHOUT ROWID;

    DROP TABLE run_group;
    -- The run that stands for this one in every total; NULL for a run that stands for itself.
    ALTER TABLE run ADD COLUMN primary_run TEXT REFERENCES run ON DELETE SET NULL;
    CREATE INDEX run_by_primary ON run (primary_run);
    -- The version of the fixes that was compared with all other runs; NULL where none was.
    ALTER TABLE run ADD COLUMN matched_version INTEGER;
    CREATE INDEX run_to_match ON run (run_id) WHERE matched_version IS NOT version;
    -- The run of an earlier state of the same file, which this one replaces in every total.
    ALTER TABLE run ADD COLUMN supersedes TEXT REFERENCES run ON DELETE SET NULL;
    CREATE INDEX run_by_superseded ON run (supersedes);

    -- Two runs of one activity, and how that was found; run_id < other_id.
    CREATE TABLE run_pair (
      run_id TEXT NOT NULL REFERENCES run ON DELETE CASCADE,
      other_id TEXT NOT NULL REFERENCES run ON DELETE CASCADE,
      relation TEXT NOT NULL CHECK (relation IN ('same_recording', 'same_outing')),
      reason TEXT NOT NULL,
      -- Milliseconds to be added to the times of run_id.
      offset_ms INTEGER NOT NULL,
      common_fixes INTEGER NOT NULL,
      median_distance_m REAL,
      near_share REAL,
      PRIMARY KEY (run_id, other_id),
      CHECK (run_id < other_id)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX run_pair_by_other ON run_pair (other_id);

    -- What the user said against the rules.
    CREATE TABLE run_choice (
      run_id TEXT PRIMARY KEY NOT NULL REFERENCES run ON DELETE CASCADE,
      choice TEXT NOT NULL CHECK (choice IN ('primary', 'separate')),
      chosen_at INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;

    -- A recorder's upload in parts, as far as it has come.
    CREATE TABLE recorded_chunk (
      run_id TEXT NOT NULL REFERENCES run ON DELETE CASCADE,
      number INTEGER NOT NULL CHECK (number >= 0),
      first_seq INTEGER NOT NULL CHECK (first_seq >= 0),
      fix_count INTEGER NOT NULL CHECK (fix_count >= 0),
      source_id INTEGER NOT NULL REFERENCES source ON DELETE CASCADE,
      PRIMARY KEY (run_id, number)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX recorded_chunk_by_source ON recorded_chunk (source_id);
    -- How many there are in all, once the recorder has said so.
    ALTER TABLE run ADD COLUMN chunk_count INTEGER;
    """

  /// Statements of runs' lengths that owe nothing to the device.
  static let version4 = """
    CREATE TABLE truth (
      run_id TEXT NOT NULL REFERENCES run ON DELETE CASCADE,
      kind TEXT NOT NULL CHECK (kind IN ('certified_race', 'measured_course', 'track_laps',
        'surveyed_marks', 'foot_pod', 'map_trace', 'simulated')),
      lower_m REAL NOT NULL CHECK (lower_m > 0 AND lower_m <= 1e8),
      -- NULL where the run may be any longer.
      upper_m REAL CHECK (upper_m >= lower_m AND upper_m <= 1e8),
      source TEXT,
      added_at INTEGER NOT NULL,
      PRIMARY KEY (run_id, kind),
      CHECK (upper_m IS NOT NULL OR kind = 'certified_race')
    ) STRICT, WITHOUT ROWID;
    """

  /// Runs that were set aside as damaged, as they were found, until an import brings them again. Columns are
  /// of any type and under no rule, as damage keeps to none.
  static let version5 = """
    CREATE TABLE set_aside_run (
      run_id ANY PRIMARY KEY NOT NULL,
      set_aside_at INTEGER NOT NULL,
      -- What was found.
      finding TEXT NOT NULL,
      version ANY,
      points_digest ANY,
      state ANY,
      sport ANY,
      name ANY,
      device ANY,
      device_serial ANY,
      started_at ANY,
      ended_at ANY,
      utc_offset_min ANY,
      segment_count ANY,
      fix_count ANY,
      next_seq ANY,
      chunk_count ANY,
      device_distance_m ANY,
      timer_time_s ANY,
      segment_source ANY,
      accuracy_source ANY,
      device_distance_source ANY,
      -- The user's words: they go back to the run when it comes again.
      edited_name ANY,
      edited_sport ANY,
      choice ANY,
      chosen_at ANY
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE set_aside_chunk (
      run_id ANY NOT NULL REFERENCES set_aside_run ON DELETE CASCADE,
      version ANY,
      first_seq ANY,
      fix_count ANY,
      core_seal ANY,
      extra_seal ANY,
      core ANY,
      extra ANY
    ) STRICT;
    CREATE INDEX set_aside_chunk_by_run ON set_aside_chunk (run_id);
    CREATE TABLE set_aside_source (
      run_id ANY NOT NULL REFERENCES set_aside_run ON DELETE CASCADE,
      source_id INTEGER NOT NULL REFERENCES source ON DELETE CASCADE,
      PRIMARY KEY (run_id, source_id)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX set_aside_source_by_source ON set_aside_source (source_id);
    CREATE TABLE set_aside_truth (
      run_id ANY NOT NULL REFERENCES set_aside_run ON DELETE CASCADE,
      kind ANY,
      lower_m ANY,
      upper_m ANY,
      source ANY,
      added_at ANY
    ) STRICT;
    CREATE INDEX set_aside_truth_by_run ON set_aside_truth (run_id);
    CREATE TABLE set_aside_record (
      run_id ANY NOT NULL REFERENCES set_aside_run ON DELETE CASCADE,
      service ANY,
      import_id ANY,
      origin ANY,
      name ANY,
      sport ANY,
      distance_m ANY
    ) STRICT;
    CREATE INDEX set_aside_record_by_run ON set_aside_record (run_id);
    """

  /// Triggers that refuse to change a row once it is there.
  ///
  /// `INSERT OR REPLACE` deletes without asking the triggers on DELETE, hence the one on INSERT.
  private static func immutable(_ table: String, key: [String], deletable: Bool) -> String {
    """
    CREATE TRIGGER \(table)_is_not_changed BEFORE UPDATE ON \(table)
    BEGIN SELECT RAISE(ABORT, '\(table) rows are never changed'); END;

    """
      + neverReplaced(table, key: key)
      + (deletable
        ? ""
        : """
        CREATE TRIGGER \(table)_is_not_deleted BEFORE DELETE ON \(table)
        BEGIN SELECT RAISE(ABORT, '\(table) rows are never deleted'); END;

        """)
  }

  private static func neverReplaced(_ table: String, key: [String]) -> String {
    let sameKey = key.map { "\($0) = NEW.\($0)" }.joined(separator: " AND ")
    return """
      CREATE TRIGGER \(table)_is_not_replaced BEFORE INSERT ON \(table)
      WHEN EXISTS (SELECT 1 FROM \(table) WHERE \(sameKey))
      BEGIN SELECT RAISE(ABORT, '\(table) rows are never replaced'); END;

      """
  }
}
