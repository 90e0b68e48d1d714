/// A tar built field by field, so that a test can make any of them wrong.
package struct TarBuilder {
  package enum Dialect: CaseIterable, Sendable { case v7, ustar, pax, gnu }

  package struct Entry {
    package var name: [UInt8]
    package var content: [UInt8]
    package var flag: Character = "0"
    package var modifiedAt = 1_600_000_000
    /// The 12 bytes of the size field.
    package var sizeField: [UInt8]?
    package var checksum: Int?
    /// Pax records in front of the header, in the dialect of that name.
    package var records: [(key: String, value: String)] = []
    /// The 167 bytes of the header behind the device numbers: a prefix, or what GNU puts there.
    package var tail: [UInt8] = []

    package init(_ name: String, _ content: [UInt8]) {
      self.name = Array(name.utf8)
      self.content = content
    }
  }

  package var entries: [Entry]
  package var dialect: Dialect
  package var hasEnd = true

  package init(_ entries: [Entry] = [], _ dialect: Dialect = .ustar) {
    self.entries = entries
    self.dialect = dialect
  }

  package var bytes: [UInt8] {
    entries.flatMap(blocks) + [UInt8](repeating: 0, count: hasEnd ? 1024 : 0)
  }

  private func blocks(of entry: Entry) -> [UInt8] {
    var entry = entry
    var front: [UInt8] = []
    if entry.name.count > 100 {
      switch dialect {
      case .v7: break
      case .ustar:
        let slash = entry.name.prefix(155).lastIndex(of: UInt8(ascii: "/")) ?? 0
        entry.tail = Array(entry.name[..<slash])
        entry.name = Array(entry.name[(slash + 1)...])
      case .pax:
        entry.records.append(("path", String(decoding: entry.name, as: UTF8.self)))
      case .gnu:
        var long = Entry("././@LongLink", entry.name + [0])
        long.flag = "L"
        front += blocks(of: long)
      }
    }
    if !entry.records.isEmpty {
      var records = Entry("PaxHeaders/x", entry.records.flatMap { paxRecord($0.key, $0.value) })
      records.flag = "x"
      front += blocks(of: records)
    }
    return front + header(of: entry) + filled(entry.content)
  }

  private func header(of entry: Entry) -> [UInt8] {
    let magic: [UInt8] =
      switch dialect {
      case .v7: [UInt8](repeating: 0, count: 8)
      case .ustar, .pax: [UInt8]("ustar".utf8) + [0, 0x30, 0x30]
      case .gnu: [UInt8]("ustar  ".utf8) + [0]
      }
    let flag: [UInt8] = dialect == .v7 && entry.flag == "0" ? [0] : [entry.flag.asciiValue ?? 0]
    let front =
      padded(entry.name, 100) + octal(0o644, 8) + octal(1000, 8) + octal(1000, 8)
      + (entry.sizeField ?? octal(entry.content.count, 12)) + octal(entry.modifiedAt, 12)
    let back =
      flag + padded([], 100) + magic + padded([], 80) + padded(entry.tail, 167)
    let sum = (front + back).reduce(8 * 32) { $0 + Int($1) }
    return front + octal(entry.checksum ?? sum, 8) + back
  }

  private func filled(_ content: [UInt8]) -> [UInt8] {
    content + [UInt8](repeating: 0, count: (512 - content.count % 512) % 512)
  }
}

/// Digits to base 8 and a 0, as tar writes numbers.
package func octal(_ value: Int, _ count: Int) -> [UInt8] {
  let digits = String(value, radix: 8).utf8
  return [UInt8](repeating: 0x30, count: max(0, count - 1 - digits.count)) + digits + [0]
}

/// A record of an extended header; its length counts its own digits.
package func paxRecord(_ key: String, _ value: String) -> [UInt8] {
  let rest = " \(key)=\(value)\n".utf8.count
  let length = (rest...).first { $0 == rest + String($0).utf8.count } ?? 0
  return Array("\(length) \(key)=\(value)\n".utf8)
}

private func padded(_ bytes: [UInt8], _ count: Int) -> [UInt8] {
  Array((bytes + [UInt8](repeating: 0, count: count)).prefix(count))
}
