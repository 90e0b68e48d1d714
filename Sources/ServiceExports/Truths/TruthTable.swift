package import RunModel

/// A table of truths: a heading with `run`, `kind`, `lower_m`, `upper_m` and perhaps `source`, in any
/// order, and a row a truth.
package struct TruthTable: Sendable {
  /// In the table's order.
  package private(set) var truths: [StatedTruth] = []
  /// Rows that are none, and why.
  package private(set) var faults: [FaultyTruth] = []
  /// Columns that say nothing here, by their headings.
  package private(set) var ignoredColumns: [String] = []

  package init(_ bytes: [UInt8]) {
    var parser = CSVParser()
    var rows: [CSVRow] = []
    parser.read(bytes.span) { rows.append($0) }
    let open = parser.finish { rows.append($0) }
    guard let heading = rows.first else {
      faults = [FaultyTruth(line: open?.line ?? 1, open == nil ? .noHeader : .endlessQuote)]
      return
    }
    do throws(TruthFault) {
      let columns = try TruthColumns(heading)
      ignoredColumns = columns.ignored
      for row in rows.dropFirst() { take(row, columns) }
    } catch {
      faults.append(FaultyTruth(line: heading.line, error))
    }
    if let open { faults.append(FaultyTruth(line: open.line, .endlessQuote)) }
  }

  private mutating func take(_ row: CSVRow, _ columns: TruthColumns) {
    do throws(TruthFault) {
      truths.append(try columns.truth(row))
    } catch {
      faults.append(FaultyTruth(line: row.line, error))
    }
  }
}

/// Where a table of truths has what.
private struct TruthColumns {
  private static let needed = ["run", "kind", "lower_m", "upper_m"]
  /// What is only the device's own word, or a service's that had it from there.
  private static let notIndependent: Set<String> = [
    "device", "watch", "gps", "gnss", "phone", "service", "claim", "strava", "garmin", "polar",
  ]

  private let places: [String: Int]
  private let count: Int
  let ignored: [String]

  init(_ heading: CSVRow) throws(TruthFault) {
    let names = heading.fields.map { $0.lowercased() }
    if names.count == 1, let separator = [";", "\t"].first(where: { names[0].contains($0) }) {
      throw .otherSeparator(String(separator))
    }
    var places: [String: Int] = [:]
    var ignored: [String] = []
    for (index, name) in names.enumerated() {
      guard Self.needed.contains(name) || name == "source" else {
        ignored.append(heading.fields[index])
        continue
      }
      guard places[name] == nil else { throw .repeatedColumn(name) }
      places[name] = index
    }
    let missing = Self.needed.filter { places[$0] == nil }
    guard missing.isEmpty else { throw .missingColumns(missing) }
    self.places = places
    self.ignored = ignored
    count = names.count
  }

  func truth(_ row: CSVRow) throws(TruthFault) -> StatedTruth {
    guard row.count <= count else { throw .tooManyFields(row.count, expected: count) }
    let run = row[places["run"]]
    guard !run.isEmpty else { throw .noRunNamed }
    let word = row[places["kind"]]
    guard let kind = TruthKind(written: word) else {
      throw Self.notIndependent.contains(word.lowercased())
        ? .notIndependent(word) : .unknownKind(word)
    }
    guard let lower = try metres("lower_m", row) else {
      throw .noNumber(column: "lower_m", "")
    }
    let interval = try TruthInterval(lower: lower, upper: try metres("upper_m", row), of: kind)
    return try StatedTruth(
      line: row.line, run: run, kind: kind, interval: interval, source: row[places["source"]])
  }

  /// Nil for an empty field.
  private func metres(_ column: String, _ row: CSVRow) throws(TruthFault) -> Double? {
    let text = row[places[column]]
    guard !text.isEmpty else { return nil }
    let isPlain = text.utf8.allSatisfy { (0x30...0x39).contains($0) || ".-+eE".utf8.contains($0) }
    if isPlain, let value = Double(text) { return value }
    if text.wholeMatch(of: /[-+]?[0-9.]*,[0-9]+/) != nil {
      throw .decimalComma(column: column, text)
    }
    if text.wholeMatch(of: /[-+]?[0-9][0-9.,]*\s*[A-Za-z"'′″]+/) != nil {
      throw .unit(column: column, text)
    }
    throw .noNumber(column: column, text)
  }
}
