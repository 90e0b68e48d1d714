import RunModel
@testable import ServiceExports
import Testing

@Suite struct CSVParserTests {
  /// From RFC 4180's rules, and from what is met beyond them.
  @Test(arguments: [
    ("a,b\nc,d\n", [["a", "b"], ["c", "d"]]),
    ("a,b\r\nc,d", [["a", "b"], ["c", "d"]]),
    ("a,b\rc,d\r", [["a", "b"], ["c", "d"]]),
    ("\u{FEFF}\"a\",b\n", [["a", "b"]]),
    ("\u{FB},\u{BB}\n", [["\u{FB}", "\u{BB}"]]),
    ("\"one\ntwo, \"\"three\"\"\",b\n", [["one\ntwo, \"three\"", "b"]]),
    ("\"one\r\ntwo\",b\n", [["one\r\ntwo", "b"]]),
    ("a,,\n", [["a", "", ""]]),
    ("\n\r\na\n\n", [["a"]]),
    (" a ,\" b \"\n", [["a", "b"]]),
    ("a\"b,c\n", [["a\"b", "c"]]),
    ("\"said \"hi\" to me\",c\n", [["said \"hi\" to me", "c"]]),
    ("\"\",\"\"\n", [["", ""]]),
    ("ü,€,😀\n", [["ü", "€", "😀"]]),
  ])
  func textIsSplitIntoRows(text: String, rows: [[String]]) {
    for piece in [1, 2, 3, 1000] {
      var parser = CSVParser()
      var found: [[String]] = []
      let bytes = Array(text.utf8)
      for start in stride(from: 0, to: bytes.count, by: piece) {
        parser.read(bytes.span.extracting(start..<min(start + piece, bytes.count))) {
          found.append($0.fields)
        }
      }
      #expect(parser.finish { found.append($0.fields) } == nil)
      #expect(found == rows)
    }
  }

  @Test func aQuoteWithoutEndIsSaidWithItsLine() {
    var parser = CSVParser()
    var found: [[String]] = []
    let bytes = Array("a,b\n\"c\nd\",e\nf,\"g\nh,i\n".utf8)
    parser.read(bytes.span) { found.append($0.fields) }
    #expect(parser.finish { found.append($0.fields) }?.line == 4)
    #expect(found == [["a", "b"], ["c\nd", "e"]])
  }

  @Test func longFieldsAndManyColumnsAreCut() {
    var parser = CSVParser()
    var found: [CSVRow] = []
    let long = String(repeating: "x", count: 5 << 20)
    let wide = String(repeating: "y,", count: 1_000_000)
    let bytes = Array("a,\(long),b\n\(wide)\nc,d\n".utf8)
    parser.read(bytes.span) { found.append($0) }
    #expect(found.count == 3)
    #expect(found[0].fields[1].count == 1024)
    #expect(found[0].fields[2] == "b")
    #expect(found[1].count == 512)
    #expect(found[2].fields == ["c", "d"])
  }
}
