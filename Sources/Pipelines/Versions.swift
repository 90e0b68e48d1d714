internal import Archives
internal import DistanceEngine
internal import Hashing
internal import RunFormats
internal import RunStore

/// The version of this tool, stored beside every number it makes.
package let toolVersion = "0.1.0"

/// The day of that version.
package let toolDate = (year: 2026, month: 11, day: 30)

/// The newest algorithm that this tool knows.
package var newestEngineVersion: Int { EngineVersion.newest }

/// The newest schema of a library that this tool knows.
package var newestSchemaVersion: Int { Library.newestSchemaVersion }

/// The libraries of the system that are in use, with their versions.
package var systemLibraries: [(name: String, version: String)] {
  [
    ("SQLite", Library.databaseVersion), ("libxml2", xmlLibraryVersion),
    ("zlib", zlibLibraryVersion), ("OpenSSL", cryptoLibraryVersion),
  ]
}
