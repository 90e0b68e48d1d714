extension Schema {
  /// Places around which shared runs are cut; what is to be gone from the file; runs without their points.
  static let version6 = """
    CREATE TABLE privacy_zone (
      name TEXT PRIMARY KEY NOT NULL CHECK (name <> ''),
      lat REAL NOT NULL CHECK (lat BETWEEN -90 AND 90),
      lon REAL NOT NULL CHECK (lon BETWEEN -180 AND 180),
      radius_m REAL NOT NULL CHECK (radius_m > 0),
      -- What is cut instead, drawn once, in radii and degrees: a secret of the library.
      bearing REAL NOT NULL,
      shift REAL NOT NULL,
      growth REAL NOT NULL,
      added_at INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;

    -- A line while what was deleted or pruned may still be left in free parts of the file.
    CREATE TABLE unfinished_erasure (
      since INTEGER NOT NULL
    ) STRICT;

    -- When the points were dropped for good; NULL while they are here.
    ALTER TABLE run ADD COLUMN pruned_at INTEGER;
    """
}
