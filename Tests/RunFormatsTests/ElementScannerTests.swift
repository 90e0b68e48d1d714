import Simulation
import Testing

@testable import RunFormats

/// Which elements are read past libxml2, and what is found in them.
@Suite struct ElementScannerTests {
  /// `p` for an element that holds others, `n` for one with a text, `v` for an attribute.
  static let vocabulary = XMLVocabulary(
    codes: ["p": 0, "n": 1, "v": 2], lastContainer: 0, roots: [0], repeated: 0)

  private func shape(_ text: String) throws(ElementScanner.Refusal) -> ElementShape {
    try ElementScanner.shape(
      in: Array((text + String(repeating: " ", count: ElementShape.margin)).utf8).span, at: 0,
      vocabulary: Self.vocabulary,
      meanings: { name in
        name.hasPrefix("u:")
          ? nil : NameMeaning(code: Self.vocabulary.code(of: name), isOurs: true)
      })
  }

  /// What is told of an element of a shape: begins, attributes and ends by their names' codes, each with
  /// its text and where the last element with others in it opened.
  private func told(_ text: String, by shape: ElementShape) -> [String]? {
    let bytes = Array((text + String(repeating: " ", count: ElementShape.margin)).utf8)
    var values: [Range<Int>] = []
    guard let end = shape.match(bytes.span, from: 0, values: &values), end == text.utf8.count
    else { return nil }
    return shape.events.map { event in
      let value = event.value < 0 ? "" : String(decoding: bytes[values[event.value]], as: UTF8.self)
      let place =
        (event.place.value < 0 ? 0 : values[event.place.value].upperBound)
        + event.place.distance
      let isBegin = event.kind == .begin
      return "\(event.kind) \(event.name) \(event.depth) \(value)"
        + (isBegin ? "@\(place) line \(event.place.lines)" : "")
    }
  }

  @Test(arguments: [
    ("<p/>", ["begin 0 1 @2 line 0", "end 0 1 "]),
    ("<p></p>", ["begin 0 1 @2 line 0", "end 0 1 "]),
    (
      "<p v=\"1\" w='2'><n>3</n></p>",
      ["begin 0 1 @14 line 0", "attribute 2 1 1", "end 1 2 3", "end 0 1 "]
    ),
    (
      "<p\n v='1' >\n\t<x><n></n></x>4</p>",
      ["begin 0 1 @10 line 1", "attribute 2 1 1", "end 1 3 ", "end 0 1 "]
    ),
    (
      "<p><x v='1'>2</x><n v='3'/></p>",
      ["begin 0 1 @2 line 0", "attribute 2 2 3", "end 1 2 ", "end 0 1 "]
    ),
    ("<p><n>1<x/>2</n></p>", ["begin 0 1 @2 line 0", "end 1 2 ", "end 0 1 "]),
    ("<p><a:n>1>2</a:n></p>", ["begin 0 1 @2 line 0", "end 1 2 1>2", "end 0 1 "]),
  ])
  func plainElementIsReadByItsShape(text: String, expected: [String]) throws {
    #expect(told(text, by: try shape(text)) == expected)
  }

  @Test(arguments: [
    "<p>&#65;</p>", "<p><![CDATA[1]]></p>", "<p><!-- --></p>", "<p><?x y?></p>", "<p>]]></p>",
    "<p>é</p>", "<p v='é'/>", "<p v='<'/>", "<p v='&amp;'/>", "<p v='1'w='2'/>", "<p v='1' v='2'/>",
    "<p a:v='1' b:v='2'/>", "<p v=1/>", "<p v ='1'/>", "<p v= '1'/>", "<p v='\n'/>", "<p/ >",
    "<1/>",
    "<p><n>1</p></n>", "<p></p >", "< p/>", "<p a:b:c='1'/>", "<p><u:n/></p>", "<p u:v='1'/>",
    "<p><n>1\n</n></p>", "<p><n>1\r\n</n></p>", "<p>\u{1}</p>", "<:p/>", "<p:/>",
    "<p v='\(String(repeating: "1", count: 5000))'/>",
    String(repeating: "<p>", count: 17) + String(repeating: "</p>", count: 17),
  ])
  func unusualElementIsLeftToTheParser(text: String) {
    #expect(throws: ElementScanner.Refusal.unusual) { try shape(text) }
  }

  @Test(arguments: 1..<36)
  func elementThatIsCutIsWaitedFor(count: Int) {
    let text = "<p v='1' w='2'><n>3</n><x y='4'/></p>"
    let bytes = Array(text.utf8.prefix(count))
    #expect(throws: ElementScanner.Refusal.cut) {
      try ElementScanner.shape(
        in: bytes.span, at: 0, vocabulary: Self.vocabulary,
        meanings: { NameMeaning(code: Self.vocabulary.code(of: $0), isOurs: true) })
    }
  }

  @Test func textIsPassedByWordsAsFarAsByBytes() {
    var generator = SeededGenerator(seed: 31)
    let odd: [UInt8] = [0, 9, 10, 31, 32, 37, 38, 39, 59, 60, 61, 92, 93, 94, 127, 128, 160, 255]
    for _ in 0..<20_000 {
      let bytes = (0..<Int.random(in: 0...24, using: &generator)).map { _ in
        Int.random(in: 0..<6, using: &generator) == 0
          ? odd.randomElement(using: &generator) ?? 0
          : UInt8.random(in: 33...126, using: &generator)
      }
      for stop in [UInt8(ascii: "]"), UInt8(ascii: "'")] {
        let end = endOfPlainText(bytes.span, from: 0, before: stop)
        #expect(end == bytes.firstIndex { !isPlainText($0, before: stop) } ?? bytes.count)
      }
    }
  }

  @Test func shapeTakesOtherValuesAndNoOtherElement() throws {
    let shape = try shape("<p v='1'><n>22</n>\n<x>y</x></p>")
    #expect(
      told("<p v=''><n>-33.25e7</n>\n<x>z z</x></p>", by: shape)
        == ["begin 0 1 @7 line 0", "attribute 2 1 ", "end 1 2 -33.25e7", "end 0 1 "])
    for other in [
      "<p v=\"1\"><n>22</n>\n<x>y</x></p>", "<p v='1'><n>22</n> <x>y</x></p>",
      "<p v='1'><n>2&#50;</n>\n<x>y</x></p>", "<p v='1'><n>22</n>\n<x>y\n</x></p>",
      "<p v='1'><n>22]]></n>\n<x>y</x></p>", "<p v='<'><n>22</n>\n<x>y</x></p>",
      "<p v='1'><n>22</n>\n<x>é</x></p>", "<p v='1'><n>22</n>\n<x>y</x></q>",
      "<p v='1'><n>\(String(repeating: "2", count: 5000))</n>\n<x>y</x></p>",
    ] {
      #expect(told(other, by: shape) == nil, "\(other)")
    }
  }
}
