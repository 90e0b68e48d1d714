internal import Hashing
internal import SQLite

/// The tables, views, indices and triggers of a database, as SQLite has written them down.
struct LibrarySchema: Sendable {
  enum Kind: String, Sendable { case table, view, index, trigger }

  struct Item: Sendable, Equatable {
    let kind: Kind
    let name: String
    /// Without what SQLite's versions write differently: quotes and white space.
    let definition: String
  }

  /// In what an item differs from one that was to be there.
  enum Difference: Sendable, Equatable {
    case unknown(Item), changed(Item), missing(Item)
  }

  private let items: [String: Item]

  /// As a database has it.
  init(of database: Database) throws(SQLiteError) {
    let rows = try database.rows("SELECT type, name, sql FROM sqlite_schema") { row in
      (kind: row.text(0) ?? "", name: row.text(1) ?? "", definition: row.text(2))
    }
    var items: [String: Item] = [:]
    for row in rows where !Self.isSQLites(row.kind, row.name, row.definition) {
      items[row.name.lowercased()] = Item(
        kind: Kind(rawValue: row.kind) ?? .table, name: row.name,
        definition: Self.plain(row.definition ?? ""))
    }
    self.items = items
  }

  /// What SQLite makes for itself: the index behind a key, numbers that were given, statistics.
  private static func isSQLites(_ kind: String, _ name: String, _ definition: String?) -> Bool {
    kind == "index" && definition == nil && name.hasPrefix("sqlite_autoindex_")
      || kind == "table" && ["sqlite_sequence", "sqlite_stat1", "sqlite_stat4"].contains(name)
  }

  /// By bytes: every process does it for every table.
  private static func plain(_ definition: String) -> String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(definition.utf8.count)
    for byte in definition.utf8 where byte != UInt8(ascii: "\"") {
      let isSpace = byte == UInt8(ascii: " ") || 9...13 ~= byte
      if !isSpace {
        bytes.append(byte)
      } else if bytes.last != UInt8(ascii: " ") {
        bytes.append(UInt8(ascii: " "))
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// As these migrations make it.
  static func made(by migrations: [Migration]) throws(SQLiteError) -> LibrarySchema {
    if migrations.count == Migration.all.count, let newest { return newest }
    return try made(anewBy: migrations)
  }

  /// Made at most once a process.
  private static let newest = try? made(anewBy: Migration.all)

  private static func made(anewBy migrations: [Migration]) throws(SQLiteError) -> LibrarySchema {
    let database = try Database(path: ":memory:", access: .readWrite)
    for migration in migrations { try migration.apply(database) }
    return try LibrarySchema(of: database)
  }

  /// A statement that makes an item.
  func definition(of name: String) -> String? { items[name.lowercased()]?.definition }

  /// SHA-256 of all items, by name: kind, name and definition, a line each.
  var fingerprint: SHA256Digest {
    SHA256Digest.of(
      items.sorted { $0.key < $1.key }.map { _, item in
        "\(item.kind.rawValue)\n\(item.name)\n\(item.definition)\n"
      }.joined())
  }

  /// The fingerprint of what all migrations make: what has it need not be compared with what they make, which
  /// takes longer than most commands do. Without it, or under another SQLite, all works as well and slower.
  static let newestFingerprint = "bb846baae6d908e869b284c6695b94b63ba9611e2b5e1d66f7ffd767fc4354e6"

  var isNewest: Bool { fingerprint.hex == Self.newestFingerprint }

  /// By name.
  func differences(from expected: LibrarySchema) -> [Difference] {
    Set(items.keys).union(expected.items.keys).sorted().compactMap { name in
      switch (items[name], expected.items[name]) {
      case (let found?, let known?): found == known ? nil : .changed(found)
      case (let found?, nil): .unknown(found)
      case (nil, let known?): .missing(known)
      case (nil, nil): nil
      }
    }
  }
}

extension LibrarySchema.Difference {
  /// What keeps a library from being used: reading asks its tables and views, and writing runs its triggers.
  ///
  /// What somebody has put beside them does no harm, nor does a rule or an index that is gone.
  func keepsFrom(writing: Bool) -> Bool {
    switch self {
    case .unknown(let item): writing && item.kind == .trigger
    case .changed(let item): item.kind != .index && (writing || item.kind != .trigger)
    case .missing(let item): item.kind == .table || item.kind == .view
    }
  }

  var item: LibrarySchema.Item {
    switch self {
    case .unknown(let item), .changed(let item), .missing(let item): item
    }
  }

  /// Completes "the trigger x …".
  var sentence: String {
    switch self {
    case .unknown: "was not made by this tool"
    case .changed: "is not as this tool makes it"
    case .missing: "is missing"
    }
  }
}
