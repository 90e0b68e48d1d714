import RunModel
import Testing

@testable import Reports

@Suite struct QueryWriterTests {
  private static let columns = ["n", "x", "text", "n"]
  private static let rows: [[QueryValue]] = [
    [.integer(.min), .real(0.1 + 0.2), .text("a,b \"c\"\n"), .blob([0, 255])],
    [.null, .real(45), .text(""), .null],
    [.integer(0), .real(-.infinity), .text("\u{1B}[31mü\\"), .text("\u{202E}")],
  ]

  private func written(
    _ format: QueryFormat, _ columns: [String] = columns, _ rows: [[QueryValue]] = rows
  ) throws -> String {
    var text = ""
    var writer = try QueryWriter(format, columns: columns) { text += $0 }
    for row in rows { try writer.write(row) }
    try writer.finish()
    return text
  }

  @Test func csvTellsNothingFromAnEmptyText() throws {
    #expect(
      try written(.csv) == """
        n,x,text,n\r
        -9223372036854775808,0.30000000000000004,"a,b ""c""\n",00ff\r
        ,45,"",\r
        0,-inf,\u{1B}[31mü\\,\u{202E}\r

        """)
  }

  /// Python's csv module writes and skips lines in the same way.
  @Test func csvOfOneColumnHasNoLineWithNothing() throws {
    #expect(
      try written(.csv, ["n"], [[.null], [.integer(1)], [.text("")], [.blob([])]])
        == "n\r\n\"\"\r\n1\r\n\"\"\r\n\"\"\r\n")
    #expect(try written(.csv, ["n", "m"], [[.null, .blob([])]]) == "n,m\r\n,\"\"\r\n")
  }

  @Test func jsonNamesEachColumnOnce() throws {
    let lines = [
      #"{"n":-9223372036854775808,"x":0.30000000000000004,"text":"a,b \"c\"\n","n_2":"00ff"}"#,
      #"{"n":null,"x":45,"text":"","n_2":null}"#,
      #"{"n":0,"x":null,"text":"\u001b[31mü\\","n_2":"\u202e"}"#,
    ]
    #expect(try written(.ndjson) == lines.joined(separator: "\n") + "\n")
    #expect(try written(.json) == "[\n" + lines.joined(separator: ",\n") + "\n]\n")
    #expect(
      try written(.ndjson, ["a", "a", "a_2", "a", "\""], [.init(repeating: .integer(1), count: 5)])
        == #"{"a":1,"a_3":1,"a_2":1,"a_4":1,"\"":1}"# + "\n")
  }

  @Test func aTableForPeopleIsAlignedAndHarmless() throws {
    let rows: [[QueryValue]] = [
      [.integer(-12), .real(0.5), .text("a\u{1B}\n"), .blob([0, 255])],
      [.null, .null, .text("日本"), .null],
      [.integer(7), .real(1e22), .null, .text(String(repeating: "x", count: 65))],
    ]
    #expect(
      try written(.text, ["n", "real", "text", "b"], rows) == """
          n   real  text  b
        -12    0.5  a�    00ff
          –      –  日本  –
          7  1e+22  –     \(String(repeating: "x", count: 63))…

        """)
  }

  @Test(arguments: [
    (QueryFormat.text, "n\n"), (.csv, "n\r\n"), (.json, "[]\n"), (.ndjson, ""),
  ])
  func noRowIsAnAnswerToo(format: QueryFormat, text: String) throws {
    #expect(try written(format, ["n"], []) == text)
    #expect(try written(.text, [], []) == "")
  }

  @Test(arguments: [QueryFormat.text, .csv, .json, .ndjson])
  func rowsAreWrittenAsTheyComeAndNoneIsLost(format: QueryFormat) throws {
    var (longest, lines) = (0, 0)
    var writer = try QueryWriter(format, columns: ["n"]) { piece in
      longest = max(longest, piece.utf8.count)
      lines += piece.utf8.reduce(0) { $0 + ($1 == UInt8(ascii: "\n") ? 1 : 0) }
    }
    for number in 0..<100_000 { try writer.write([.integer(Int64(number))]) }
    try writer.finish()
    #expect(lines == [.text: 100_001, .csv: 100_001, .json: 100_002, .ndjson: 100_000][format])
    #expect(longest < 70_000)
  }

  /// The second one has a character of two bytes at each even place, where a piece would end.
  @Test(arguments: [
    String(repeating: "x", count: 300_000), "a" + String(repeating: "ü", count: 150_000),
    String(repeating: "\"\r\n", count: 100_000), String(repeating: "👩‍👧,\u{0}", count: 30_000),
  ])
  func aLongValueIsWrittenInPieces(text: String) throws {
    let blob = [UInt8](repeating: 0xA5, count: 200_000)
    let digits = String(repeating: "a5", count: 200_000)
    let isQuoted = text.unicodeScalars.contains { ",\"\r\n".unicodeScalars.contains($0) }
    var json = ""
    JSON.text(text).write(to: &json)
    let expected: [(QueryFormat, String)] = [
      (.csv, "t,b\r\n\(isQuoted ? csvText(text) : text),\(digits)\r\n"),
      (.ndjson, "{\"t\":\(json),\"b\":\"\(digits)\"}\n"),
    ]
    for (format, whole) in expected {
      var pieces: [String] = []
      var writer = try QueryWriter(format, columns: ["t", "b"]) { pieces.append($0) }
      try writer.write([.text(text), .blob(blob)])
      try writer.finish()
      #expect(pieces.joined().utf8.elementsEqual(whole.utf8))
      #expect(pieces.count > 4)
      #expect(pieces.allSatisfy { $0.utf8.count < 500_000 })
    }
  }

  @Test(arguments: [
    (String(repeating: "x", count: 1_000_000), 64), (String(repeating: "\u{1B}", count: 1000), 64),
    (String(repeating: "日", count: 1000), 63), (String(repeating: "👩‍👩‍👧‍👦", count: 1000), 64),
    ("e" + String(repeating: "\u{301}", count: 1_000_000), 2),
  ])
  func peopleAreShownTheBeginningOfALongText(text: String, width: Int) throws {
    let lines = try written(.text, ["n"], [[.text(text)]]).split(separator: "\n")
    #expect(lines[1].hasSuffix("…"))
    #expect(lines[1].unicodeScalars.count <= 257)
    #expect(Reports.columns(String(lines[1])) <= width)
  }

  @Test func aWideValueBehindTheFirstThousandRowsIsWhole() throws {
    let rows = (0..<1001).map { [QueryValue.integer($0 == 1000 ? 1_234_567 : 1), .text("x")] }
    let lines = try written(.text, ["a", "b"], rows).split(separator: "\n")
    #expect(lines[1] == "1  x")
    #expect(lines.last == "1234567  x")
  }

  @Test(arguments: [
    Int64(0), 9, 10, -1, -10, 99, 100, 1_234_567_890, .min, .max, .min + 1,
  ])
  func wholeNumbersHaveTheirDigits(number: Int64) {
    var bytes = Array("x".utf8)
    bytes.append(number)
    #expect(String(decoding: bytes, as: UTF8.self) == "x\(number)")
  }

  @Test(arguments: [
    ("SELECT x FROM run", 7, "  SELECT x FROM run\n         ^"),
    ("SELECT 1,\n\tü, nothing", 15, "   ü, nothing\n      ^"), ("abc", 99, "  abc\n     ^"),
    ("", 0, "  \n  ^"), ("a\nb", 1, "  a\n   ^"),
  ])
  func aMarkStandsUnderTheByte(text: String, offset: Int, expected: String) {
    #expect(pointed(at: offset, in: text, width: 60) == expected)
  }

  @Test func aLongLineIsCutAroundTheMark() {
    let text = String(repeating: "a", count: 500) + "b" + String(repeating: "c", count: 500)
    let lines = pointed(at: 500, in: text, width: 60).split(separator: "\n")
    #expect(lines.allSatisfy { $0.count <= 62 })
    let mark = lines[1].count - 1
    #expect(Array(lines[0])[mark] == "b")
  }
}
