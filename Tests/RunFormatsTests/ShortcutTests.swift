import RunModel
import Simulation
import TestSupport
import Testing

@testable import RunFormats

/// What is read past libxml2 is what libxml2 reads.
@Suite struct ShortcutTests {
  /// A reading of some bytes, or why there is none.
  private func outcome(
    _ bytes: [UInt8], as format: Format, piece: Int = 4096, takesShortcuts: Bool
  ) -> Result<Reading, FormatError> {
    do throws(FormatError) {
      let reader: any FormatReader =
        format == .tcx
        ? TCXReader(maxFixes: 1000, takesShortcuts: takesShortcuts)
        : GPXReader(maxFixes: 1000, takesShortcuts: takesShortcuts)
      try reader.feed(bytes, piece: piece)
      return .success(try reader.finish())
    } catch {
      return .failure(error)
    }
  }

  private func expectTheSame(_ bytes: [UInt8], as format: Format, piece: Int = 4096) {
    let quick = outcome(bytes, as: format, piece: piece, takesShortcuts: true)
    let plain = outcome(bytes, as: format, piece: piece, takesShortcuts: false)
    #expect(quick == plain, "\(String(decoding: bytes, as: UTF8.self))")
  }

  static let insides = [
    "<ele>1</ele><time>2026-10-16T08:00:01Z</time>", "", "<time/>", "<time></time>",
    "<time>2026-10-16T08:00:01Z</time>\n  <ele>12.5</ele>\n", "<ele>1\n</ele>", "<ele>\t1</ele>",
    "<ele>1<!-- 2 -->3</ele>", "<ele><![CDATA[1]]></ele>", "<ele>1&#50;</ele>",
    "<ele>1&eacute;</ele>",
    "<ele>1]]></ele>", "<ele>1>2</ele>", "<ele>é</ele>", "<ele>\u{1}1</ele>", "<ele>1\r\n</ele>",
    "<ele>1</ele>\r\n  <time/>\r\n", "<ele\r\n>1</ele>\r",
    "<ele >1</ele >", "<ele>1</ele>text<time>2026-10-16T08:00:01Z</time>", "<ele>1<x/>2</ele>",
    "<ele>1<hr>2</hr></ele>", "<ele lat='3'>1</ele>", "<x lat='3' lon='4'/>",
    "<ele>1</ele></trkpt>",
    "<a:hr>7</a:hr>", "<b:hr>7</b:hr>", "<hr xmlns='u'>7</hr>", "<b:hr xmlns:b='u'>7</b:hr>",
    "<a:distance>7</a:distance>", "<c:distance>7</c:distance>", "<distance>7</distance>",
    "<extensions>\n<hAcc>3</hAcc>\n</extensions>", "<extensions>\n</extensions>",
    "<extensions>words</extensions>", "<ele>1</ele><ele>2</ele>", "<ele>1", "<ele>1</time>", "<1/>",
    "<ele a='1' a='2'>1</ele>", "<ele a='1'b='2'>1</ele>", "<ele a='<'>1</ele>", "<ele a=1>1</ele>",
    "<ele a:x='1' c:x='2'>1</ele>", "<ele a='&lt;'>1</ele>", "<ele xml:space='preserve'>1</ele>",
    "<ele a = '1'>1</ele>", "<ele a='1\n2'>1</ele>", "<?x y?>", "<trkpt lat='7' lon='8'/>",
  ]

  /// Twelve points of which some hold what the others do not, in one document.
  @Test(arguments: insides)
  func documentOfPlainAndUnusualPointsReadsTheSame(inside: String) {
    let root = """
      xmlns="http://www.topografix.com/GPX/1/1" xmlns:a="http://www.cluetrust.com/XML/GPXDATA/1/0"
      xmlns:c="http://example.org/c"
      """
    let points = (0..<24).map { point($0, $0 % 4 == 2 ? inside : nil) + "\n  " }
    let text = gpx("<trkseg>\n" + points.joined() + "</trkseg>", root: root)
    for piece in [4096, 700, 90] { expectTheSame(Array(text.utf8), as: .gpx, piece: piece) }
  }

  @Test(arguments: [
    "gpx:trkpt", "b:trkpt", "trkpt\nid='1'", "trkptx", "trkpt a='1'", "trkpt a:lat='1'",
  ])
  func pointsByOtherNamesReadTheSame(name: String) {
    let end = String(name.prefix { $0 != " " && $0 != "\n" })
    let points = (0..<24).map {
      "<\(name) lat='\($0)' lon='7'><time>2026-10-16T08:00:01Z</time></\(end)>\n"
    }
    let text = gpx(
      "<trkseg>\(points.joined())</trkseg>", root: "xmlns:gpx='g' xmlns:a='a' xmlns='d'")
    expectTheSame(Array(text.utf8), as: .gpx)
  }

  @Test(arguments: ["\r\n", "\r", "\n"], [Format.gpx, .tcx])
  func anyLineEndReadsTheSame(end: String, format: Format) {
    let text = String(decoding: document(format, seed: 4), as: UTF8.self)
      .split(separator: "\n").joined(separator: end)
    for piece in [4096, 300, 61] { expectTheSame(Array(text.utf8), as: format, piece: piece) }
  }

  /// As Garmin writes an extension, with its namespace in every point.
  @Test func pointsThatDeclareANamespaceReadTheSame() {
    let points = (0..<40).map {
      """
      <Trackpoint><Time>2026-10-16T08:00:\(10 + $0)Z</Time><Position><LatitudeDegrees>1.\($0)\
      </LatitudeDegrees><LongitudeDegrees>2</LongitudeDegrees></Position><Extensions>
      <TPX xmlns="http://www.garmin.com/xmlschemas/ActivityExtension/v2"><Speed>3</Speed></TPX>
      </Extensions></Trackpoint>

      """
    }
    let text = """
      <TrainingCenterDatabase xmlns="t"><Activities><Activity Sport="Running"><Lap><Track>
      \(points.joined())</Track></Lap></Activity></Activities></TrainingCenterDatabase>
      """
    for piece in [4096, 700, 90] { expectTheSame(Array(text.utf8), as: .tcx, piece: piece) }
  }

  /// Behind its scope a prefix stands for something else, or for nothing.
  @Test func namesMeanWhatTheirScopeSays() {
    let inside = "<time>2026-10-16T08:00:01Z</time><g:distance>7</g:distance>"
    let points = (0..<8).map { point($0, inside) }.joined()
    let segments = ["xmlns:g='http://www.cluetrust.com/XML/GPXDATA/1/0'", "xmlns:g='u'", ""]
      .map { "<trkseg \($0)>\(points)</trkseg>" }
    let text = gpx(segments.joined() + segments.reversed().joined())
    expectTheSame(Array(text.utf8), as: .gpx)
  }

  @Test(arguments: 0..<8 as Range<UInt64>, [Format.gpx, .tcx])
  func mutatedDocumentReadsTheSame(seed: UInt64, format: Format) {
    var generator = SeededGenerator(seed: seed)
    let document = document(format, seed: seed)
    for _ in 0..<200 {
      var bytes = document
      for _ in 0...Int.random(in: 0..<3, using: &generator) { mutate(&bytes, &generator) }
      let piece = [200, 1000, 4096].randomElement(using: &generator) ?? 200
      let quick = outcome(bytes, as: format, piece: piece, takesShortcuts: true)
      let plain = outcome(bytes, as: format, piece: piece, takesShortcuts: false)
      #expect(quick.withoutFault == plain.withoutFault)
    }
  }

  /// Some simulated fixes as a file.
  private func document(_ format: Format, seed: UInt64) -> [UInt8] {
    let scenario = seed.isMultiple(of: 2) ? Scenario.everySensor : .random(seed: seed)
    var run = scenario.simulate().recording
    run.fixes = run.fixes[0..<min(30, run.fixes.count)]
    let text =
      format == .tcx ? writeTCX([run], creator: "test") : writeGPX([run], creator: "test")
    return Array(text.utf8)
  }
}

extension Result<Reading, FormatError> {
  /// What was read, without why it breaks off: how far libxml2 looks ahead has a say in that.
  fileprivate var withoutFault: Reading? {
    guard var reading = try? get() else { return nil }
    if reading.runs.last?.description.state == .interrupted {
      reading.diagnostics.removeAll { ["xml_damaged", "truncated"].contains($0.code) }
    }
    return reading
  }
}
