/// One column of a table for people.
package struct TextColumn: Sendable {
  /// What happens to the column where the line is too narrow for the table.
  enum Yielding: Sendable, Equatable {
    case never
    /// Is cut with "…", down to so many columns.
    case shortens(to: Int)
    /// Goes as a whole; the lowest rank goes first.
    case goes(rank: Int)
  }

  package let title: String
  /// True for numbers.
  package var isRight = false
  var yielding = Yielding.never

  /// True for a column that may go where there is little room.
  package var isSpare: Bool {
    if case .goes = yielding { true } else { false }
  }
}

/// Aligned columns that fit a width.
package struct TextTable: Sendable {
  package let columnsShown: [TextColumn]
  package var rows: [[String]] = []
  /// How many more there are than are shown.
  package var rowsLeftOut = 0
  /// What the user may say to see more of them; nil where nothing helps.
  var optionForMore: String?

  init(_ columns: [TextColumn]) {
    columnsShown = columns
  }

  /// "… and 12 more (see --limit)"; nil where all are shown.
  package var restText: String? {
    guard rowsLeftOut > 0 else { return nil }
    return "… and \(grouped(rowsLeftOut)) more" + (optionForMore.map { " (see \($0))" } ?? "")
  }

  /// The heading, where there is one, and the rows, each within `width` columns.
  func lines(width: Int) -> [String] {
    let widths = columnsShown.indices.map { index in
      rows.reduce(columns(columnsShown[index].title)) { max($0, columns($1[index])) }
    }
    let fit = TableFit(columnsShown, widths: widths, width: width)
    let titles = columnsShown.map(\.title)
    return (titles.allSatisfy(\.isEmpty) ? rows : [titles] + rows).map(fit.line)
      + (restText.map { [$0] } ?? [])
  }
}

/// Which columns of a table stand, and how wide, so that a line fits.
struct TableFit {
  private let columnsShown: [TextColumn]
  /// Nil where the column had to go.
  private var widths: [Int?]
  private let width: Int

  private static let gap = 2

  init(_ columns: [TextColumn], widths: [Int], width: Int) {
    columnsShown = columns
    self.widths = widths
    self.width = width
    shorten()
    let ranked = columns.indices.filter { rank(of: $0) != nil }
      .sorted { (rank(of: $0) ?? 0) < (rank(of: $1) ?? 0) }
    for index in ranked where excess > 0 { self.widths[index] = nil }
    grow(to: widths)
  }

  private func rank(of index: Int) -> Int? {
    if case .goes(let rank) = columnsShown[index].yielding { rank } else { nil }
  }

  /// How many columns the line is too long by.
  private var excess: Int {
    let shown = widths.compactMap { $0 }
    return shown.reduce(0, +) + Self.gap * max(0, shown.count - 1) - width
  }

  private mutating func shorten() {
    for index in widths.indices {
      guard case .shortens(let least) = columnsShown[index].yielding, excess > 0,
        let wide = widths[index]
      else { continue }
      widths[index] = max(min(least, wide), wide - excess)
    }
  }

  /// Gives back to shortened columns what a column that went has left over.
  private mutating func grow(to wanted: [Int]) {
    for index in widths.indices {
      guard case .shortens = columnsShown[index].yielding, excess < 0, let wide = widths[index]
      else { continue }
      widths[index] = min(wanted[index], wide - excess)
    }
  }

  /// One row, aligned.
  func line(_ cells: [String]) -> String {
    var parts: [String] = []
    for (index, cell) in cells.enumerated() {
      guard let wide = widths[index] else { continue }
      let text = fitted(cell, to: wide)
      let blank = String(repeating: " ", count: wide - columns(text))
      parts.append(columnsShown[index].isRight ? blank + text : text + blank)
    }
    return fitted(
      trimmed(parts.joined(separator: String(repeating: " ", count: Self.gap))), to: width)
  }
}

private func trimmed(_ line: String) -> String {
  var line = line
  while line.last == " " { line.removeLast() }
  return line
}
