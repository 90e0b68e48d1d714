import Testing

@testable import Reports

@Suite struct FiguresTests {
  /// As it is printed: plain spaces.
  private func plain(_ text: String) -> String { String(printed([text]).dropLast()) }

  @Test(arguments: [
    (11_694.51, 1, "11 694.5"), (-593.46, 1, "-593.5"), (0, 1, "0.0"), (-0.04, 1, "0.0"),
    (0.05, 1, "0.1"), (999.95, 1, "1 000.0"), (1_234_567, 0, "1 234 567"), (0.009, 2, "0.01"),
    (.nan, 1, "–"), (-.infinity, 1, "–"), (1e20, 1, "1e+20"),
  ])
  func numbersAreRoundedAndGrouped(value: Double, decimals: Int, expected: String) {
    #expect(plain(grouped(value, decimals: decimals)) == expected)
  }

  @Test(arguments: [(0, "0"), (999, "999"), (1_000, "1 000"), (-12_345, "-12 345")])
  func countsAreGrouped(value: Int, expected: String) {
    #expect(plain(grouped(value)) == expected)
  }

  /// The international mile of 1959: 1 609.344 m.
  @Test func headlinesAreInKilometresOrMiles() {
    #expect(plain(DistanceUnit.kilometres.text(10_108.9)) == "10.109 km")
    #expect(plain(DistanceUnit.miles.text(10_000)) == "6.214 mi")
    #expect(plain(DistanceUnit.miles.text(1_609.344, decimals: 2)) == "1.00 mi")
  }

  @Test(arguments: [
    (711.4, "711 m more", "+711 m"), (-4.8, "4.8 m less", "-4.8 m"), (0.04, "the same", "0.0 m"),
    (9.96, "10 m more", "+10 m"),
  ])
  func differencesAreSaidInWords(metres: Double, words: String, signed: String) {
    #expect(plain(differenceText(metres)) == words)
    #expect(plain(signedMetres(metres)) == signed)
  }
}

@Suite struct VisibleTextTests {
  @Test(arguments: [
    ("Spring\t10K\n", "Spring 10K "), ("\u{1B}[2Jx", "�[2Jx"), ("a\u{202E}b\u{2066}", "a�b�"),
    ("朝ラン é", "朝ラン é"), ("👩‍👩‍👧", "👩‍👩‍👧"), ("\u{FEFF}\u{85}", "� "),
  ])
  func whatCouldActOnATerminalIsReplaced(text: String, expected: String) {
    #expect(visibleText(text) == expected)
  }

  /// Unicode Standard Annex #11: ideographs and emoji fill two columns, marks none.
  @Test(arguments: [
    ("abc", 3), ("朝ラン", 6), ("e\u{301}", 1), ("🏃", 2), ("👩‍👩‍👧", 2), ("한글", 4), ("", 0),
  ])
  func widthIsCountedInColumns(text: String, expected: Int) {
    #expect(columns(text) == expected)
  }

  @Test func longTextIsCutAtEitherEnd() {
    #expect(fitted("Spring 10K", to: 10) == "Spring 10K")
    #expect(fitted("Spring 10K", to: 7) == "Spring…")
    #expect(fitted("a/b/activity.gpx", to: 9, cut: .start) == "…vity.gpx")
    #expect(fitted("朝ラン", to: 4) == "朝…")
    #expect(fitted("abc", to: 0) == "")
  }

  @Test func sentencesBreakBetweenWordsButNotInsideNumbers() {
    let lines = wrapped("It was \(quantity(grouped(10_108.9, decimals: 1), "m")) long", to: 16)
    #expect(printed(lines) == "It was\n10 108.9 m long\n")
  }
}

@Suite struct TextTableTests {
  private let table: TextTable = {
    var table = TextTable([
      TextColumn(title: "ID"), TextColumn(title: "NAME", yielding: .shortens(to: 5)),
      TextColumn(title: "FIXES", isRight: true, yielding: .goes(rank: 1)),
      TextColumn(title: "KM", isRight: true),
    ])
    table.rows = [["a", "Evening run", "120", "1.5"], ["b", "朝ラン", "9", "10.5"]]
    return table
  }()

  @Test func columnsAreAlignedWhereThereIsRoom() {
    #expect(
      table.lines(width: 40) == [
        "ID  NAME         FIXES    KM", "a   Evening run    120   1.5",
        "b   朝ラン           9  10.5",
      ])
  }

  @Test func namesAreCutBeforeAColumnGoes() {
    #expect(table.lines(width: 22)[1] == "a   Even…    120   1.5")
  }

  @Test func whatAColumnLeavesGoesBackToTheNames() {
    #expect(table.lines(width: 20)[1] == "a   Evening r…   1.5")
  }

  @Test(arguments: 1...40) func everyLineFits(width: Int) {
    #expect(table.lines(width: width).allSatisfy { columns($0) <= width })
  }
}
