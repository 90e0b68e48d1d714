internal import Reports

extension TextTable {
  /// The table as a browser shows it, in a box that scrolls where it is too wide.
  ///
  /// - Parameters:
  ///   - title: the id of the heading that names it.
  ///   - firstCell: what stands in a row's first cell; its text if not said.
  func markup(under title: String, firstCell: (String) -> Markup = { "\($0)" }) -> Markup {
    let headings = columnsShown.map { column -> Markup in
      "<th scope=\"col\" class=\"\(style(column))\">\(sentenceCase(column.title))</th>"
    }
    let rows = rows.map { cells -> Markup in
      let rest = zip(columnsShown, cells).dropFirst().map { column, cell -> Markup in
        "<td class=\"\(style(column))\"><bdi>\(cell)</bdi></td>"
      }
      let first = cells.first.map(firstCell)
      let kind = columnsShown.first.map(style) ?? ""
      return "<tr><th scope=\"row\" class=\"\(kind)\"><bdi>\(first)</bdi></th>\(rest)</tr>\n"
    }
    let more = restText.map { text -> Markup in "<p class=\"quiet\">\(text)</p>\n" }
    return """
      <div class="\(rows.count > 20 ? "tall" : "scroll")" role="group" aria-labelledby="\(title)" tabindex="0">
      <table>
      <thead><tr>\(headings)</tr></thead>
      <tbody>
      \(rows)</tbody>
      </table>
      </div>
      \(more)
      """
  }

  /// What goes first on a narrow terminal is not shown on a narrow screen.
  private func style(_ column: TextColumn) -> String {
    [column.isRight ? "number" : nil, column.isSpare ? "spare" : nil].compactMap(\.self)
      .joined(separator: " ")
  }
}

/// "Of all runs" for the "OF ALL RUNS" of a terminal; an abbreviation and a set's name stay.
private func sentenceCase(_ title: String) -> String {
  let isShouted = title != "ID" && title.allSatisfy { $0.isUppercase || $0 == " " }
  return isShouted ? title.prefix(1) + title.dropFirst().lowercased() : title
}
