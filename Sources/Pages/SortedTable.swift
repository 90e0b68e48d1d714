/// A table of runs, of any length, that a script fills from the page's data and a press on a heading sorts.
struct SortedTable {
  struct Column {
    /// As the script names it.
    let key: String
    let title: String
    let note: String
    let isNumber: Bool

    init(_ key: String, _ title: String, note: String = "", isNumber: Bool = false) {
      self.key = key
      self.title = title
      self.note = note
      self.isNumber = isNumber
    }
  }

  private let columns: [Column]

  init(_ columns: [Column]) { self.columns = columns }

  /// It stands after a sheet that says how wide the columns are.
  static var style: [UInt8] { PackageResources.rows_css }
  /// What the page's own script, which says what the cells hold, builds on.
  static var scripts: [[UInt8]] {
    [PackageResources.numbers_js, PackageResources.rows_js, PackageResources.sorted_js]
  }

  /// - Parameter title: the id of the heading that names it.
  func markup(under title: String) -> Markup {
    let headings = columns.map { column -> Markup in
      let note: Markup? = column.note.isEmpty ? nil : "<small>\(column.note)</small>"
      let style: Markup = column.isNumber ? " class=\"number\"" : ""
      return """
        <th scope="col"\(style)><button type="button" data-column="\(column.key)">\(column.title)</button>\(note)</th>
        """
    }
    let widths = columns.map { column -> Markup in "<col class=\"\(column.key)\">" }
    return """
      <div class="rows" role="group" aria-labelledby="\(title)" tabindex="0">
      <table id="runs">
      <colgroup>\(widths)</colgroup>
      <thead><tr>\(headings)</tr></thead>
      <tbody></tbody>
      </table>
      </div>
      """
  }
}
