internal import RunModel

/// The library's tables. Migrations are only ever added; a published one never changes.
enum Schema {
  /// "RMSR" in ASCII: whose file this is.
  static let applicationID: Int64 = 0x524D_5352

  static let migrations = [first]

  private static func list(_ words: [String]) -> String {
    words.map { "'\($0)'" }.joined(separator: ", ")
  }

  private static func immutable(_ table: String, key: String) -> String {
    """
    CREATE TRIGGER \(table)_stays BEFORE UPDATE ON \(table)
      BEGIN SELECT RAISE(ABORT, '\(table) is immutable'); END;
    CREATE TRIGGER \(table)_is_never_replaced BEFORE INSERT ON \(table)
      WHEN EXISTS (SELECT 1 FROM \(table) WHERE \(key))
      BEGIN SELECT RAISE(ABORT, '\(table) is immutable'); END;
    """
  }

  private static func neverDeleted(_ table: String) -> String {
    """
    CREATE TRIGGER \(table)_is_never_deleted BEFORE DELETE ON \(table)
      BEGIN SELECT RAISE(ABORT, '\(table) is immutable'); END;
    """
  }

  private static let first = """
    CREATE TABLE import (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      state TEXT NOT NULL CHECK (state IN (\(list(ImportRecord.State.allCases.map(\.rawValue))))),
      tool_version TEXT NOT NULL,
      started_at INTEGER NOT NULL,
      ended_at INTEGER
    ) STRICT;

    CREATE TABLE source (
      id INTEGER PRIMARY KEY,
      import INTEGER NOT NULL REFERENCES import (id),
      file TEXT NOT NULL,
      member TEXT,
      size INTEGER,
      modified_at INTEGER,
      sha256 BLOB CHECK (length(sha256) = 32),
      format TEXT,
      reader_version INTEGER,
      state TEXT NOT NULL CHECK (state IN (\(list(SourceState.allCases.map(\.rawValue))))),
      reason_code TEXT,
      reason TEXT,
      reason_byte INTEGER,
      reason_line INTEGER,
      runs_added INTEGER NOT NULL,
      interrupted_runs_added INTEGER NOT NULL,
      fixes_added INTEGER NOT NULL,
      CHECK (state <> 'quarantined' OR reason_code IS NOT NULL)
    ) STRICT;
    CREATE INDEX source_by_import ON source (import);
    CREATE INDEX source_by_content ON source (sha256);

    CREATE TABLE diagnostic (
      source INTEGER NOT NULL REFERENCES source (id) ON DELETE CASCADE,
      ordinal INTEGER NOT NULL,
      code TEXT NOT NULL,
      count INTEGER NOT NULL,
      byte INTEGER,
      line INTEGER,
      detail TEXT NOT NULL,
      PRIMARY KEY (source, ordinal)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE run (
      run_id TEXT PRIMARY KEY CHECK (length(run_id) = 32 AND run_id NOT GLOB '*[^0-9a-f]*'),
      version INTEGER NOT NULL,
      state TEXT NOT NULL CHECK (state IN (\(list(RunState.allCases.map(\.rawValue))))),
      sport TEXT NOT NULL,
      name TEXT,
      device TEXT,
      started_at INTEGER,
      ended_at INTEGER,
      utc_offset_min INTEGER,
      segment_count INTEGER NOT NULL,
      next_seq INTEGER NOT NULL,
      device_distance_m REAL,
      timer_time_s REAL,
      accuracy_source TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE run_version (
      run_id TEXT NOT NULL REFERENCES run (run_id) ON DELETE CASCADE,
      version INTEGER NOT NULL CHECK (version > 0),
      points_digest BLOB NOT NULL CHECK (length(points_digest) = 32),
      reader_version INTEGER,
      source INTEGER REFERENCES source (id),
      PRIMARY KEY (run_id, version)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE run_source (
      run_id TEXT NOT NULL REFERENCES run (run_id) ON DELETE CASCADE,
      source INTEGER NOT NULL REFERENCES source (id) ON DELETE CASCADE,
      PRIMARY KEY (run_id, source)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX run_source_by_source ON run_source (source);

    CREATE TABLE run_group (
      run_id TEXT PRIMARY KEY REFERENCES run (run_id) ON DELETE CASCADE,
      group_id INTEGER NOT NULL,
      is_primary INTEGER NOT NULL CHECK (is_primary IN (0, 1)),
      reason TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE UNIQUE INDEX run_group_primary ON run_group (group_id) WHERE is_primary = 1;

    CREATE TABLE point_chunk (
      run_id TEXT NOT NULL,
      version INTEGER NOT NULL,
      first_seq INTEGER NOT NULL CHECK (first_seq >= 0),
      count INTEGER NOT NULL CHECK (count > 0),
      core BLOB NOT NULL,
      extra BLOB,
      PRIMARY KEY (run_id, version, first_seq),
      FOREIGN KEY (run_id, version) REFERENCES run_version (run_id, version) ON DELETE CASCADE
    ) STRICT;
    \(immutable("point_chunk", key: """
      run_id = NEW.run_id AND version = NEW.version AND first_seq = NEW.first_seq
      """))

    CREATE TABLE parameter_set (
      name TEXT NOT NULL CHECK (name <> '' AND name NOT GLOB '*@*'),
      version INTEGER NOT NULL CHECK (version > 0),
      engine INTEGER NOT NULL,
      max_accuracy_m REAL,
      max_speed_mps REAL,
      min_move_m REAL,
      max_gap_s REAL,
      missing_accuracy TEXT NOT NULL CHECK (missing_accuracy IN ('keep', 'drop')),
      earth TEXT NOT NULL CHECK (earth IN ('sphere', 'wgs84')),
      note TEXT,
      created_at INTEGER NOT NULL,
      digest BLOB NOT NULL CHECK (length(digest) = 32),
      PRIMARY KEY (name, version)
    ) STRICT, WITHOUT ROWID;
    \(immutable("parameter_set", key: "name = NEW.name AND version = NEW.version"))
    \(neverDeleted("parameter_set"))

    CREATE TABLE current_set (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      sport TEXT NOT NULL,
      name TEXT NOT NULL,
      version INTEGER NOT NULL,
      since INTEGER NOT NULL,
      FOREIGN KEY (name, version) REFERENCES parameter_set (name, version)
    ) STRICT;
    CREATE INDEX current_set_by_sport ON current_set (sport, id);
    \(immutable("current_set", key: "id = NEW.id"))
    \(neverDeleted("current_set"))

    CREATE TABLE result (
      run_id TEXT NOT NULL REFERENCES run (run_id) ON DELETE CASCADE,
      name TEXT NOT NULL,
      version INTEGER NOT NULL,
      points_digest BLOB NOT NULL CHECK (length(points_digest) = 32),
      raw_m REAL NOT NULL,
      after_accuracy_m REAL NOT NULL,
      after_speed_m REAL NOT NULL,
      distance_m REAL NOT NULL,
      across_gaps_m REAL NOT NULL,
      \(Verdict.allCases.map { "\($0.name) INTEGER NOT NULL" }.joined(separator: ",\n  ")),
      measured_at INTEGER NOT NULL,
      tool_version TEXT NOT NULL,
      checksum TEXT NOT NULL,
      PRIMARY KEY (run_id, name, version, points_digest),
      FOREIGN KEY (name, version) REFERENCES parameter_set (name, version)
    ) STRICT, WITHOUT ROWID;
    \(immutable("result", key: """
      run_id = NEW.run_id AND name = NEW.name AND version = NEW.version
        AND points_digest = NEW.points_digest
      """))

    CREATE TABLE claim (
      run_id TEXT NOT NULL REFERENCES run (run_id) ON DELETE CASCADE,
      by TEXT NOT NULL,
      distance_m REAL NOT NULL,
      PRIMARY KEY (run_id, by)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE tombstone (
      run_id TEXT PRIMARY KEY,
      deleted_at INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    """
}
