import RunFormats
import Testing

@Suite struct RecognitionTests {
  private func kind(_ bytes: [UInt8]) -> Recognised { recognise(bytes.span) }
  private func kind(_ text: String) -> Recognised { kind(Array(text.utf8)) }

  @Test(arguments: [
    "<gpx>", "<?xml version='1.0'?>\n<gpx version='1.1'/>", "\u{FEFF}  \n<?xml?><gpx >",
    "<!-- <kml> --><!DOCTYPE gpx SYSTEM 'x'><ns3:gpx>",
    "<gpx xmlns:t='http://www.garmin.com/xmlschemas/TrainingCenterDatabase/v2'>",
    "<!DOCTYPE gpx [<!ENTITY a 'b'>]><gpx>",
  ])
  func rootDecidesThatItIsGPX(text: String) {
    #expect(kind(text) == .readable(.gpx))
  }

  @Test(arguments: [
    "<TrainingCenterDatabase xmlns:gpx='http://www.topografix.com/GPX/1/1'>",
    "          <?xml version='1.0'?><ns2:TrainingCenterDatabase/>", "<Activities>",
  ])
  func rootDecidesThatItIsTCX(text: String) {
    #expect(kind(text) == .readable(.tcx))
  }

  @Test(arguments: ["<gp", "<?xml version='1.0'", "<!-- a comment", "<!DOCTYPE gpx [", "<?xml?>  "])
  func aRootThatHasNotComeIsWaitedFor(text: String) {
    #expect(kind(text) == .undecided)
  }

  @Test(arguments: [
    "<!--\(String(repeating: "x", count: 9_000))-->", String(repeating: "\n", count: 9_000),
  ])
  func aRootFarBehindIsFound(front: String) throws {
    let text = "<?xml version='1.0'?>\(front)<TrainingCenterDatabase></TrainingCenterDatabase>"
    #expect(kind(text) == .readable(.tcx))
    for length in [1, 4_000, 64 << 10] {
      let reader = FileReader()
      let bytes = Array(text.utf8)
      for start in stride(from: 0, to: bytes.count, by: length) {
        try reader.read(bytes.span.extracting(start..<min(start + length, bytes.count)))
      }
      #expect(try reader.finish().format == .tcx)
    }
  }

  @Test func utf16IsLookedThrough() {
    let text = "<?xml version=\"1.0\"?><gpx>"
    let little = text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    let big = text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
    for bytes in [little, big, [0xFF, 0xFE] + little, [0xFE, 0xFF] + big] {
      #expect(kind(bytes) == .readable(.gpx))
    }
  }

  @Test(arguments: [
    ("<kml>", "kml"), ("<!DOCTYPE html><html>", "html"), ("<HealthData>", "apple_health"),
    ("<gpxfoo>", "xml"), ("{\"a\":1}", "json"), ("$GPGGA,", "nmea"), ("%PDF-1.4", "pdf"),
    ("<?xml version='1.0'?>\n<!DOCTYPE HealthData [\n<!ATTLIST a", "apple_health"),
    ("{\"fitnessActivity\":\"walking\"}", "google_fit_session"), ("a,b\n1,\"2, 3\"\n", "csv"),
    ("{\n \"Data Source\": \"derived\"}", "google_fit_data"),
  ])
  func knownKindsAreNamed(text: String, word: String) {
    #expect(kind(text) == .unsupported(word))
  }

  @Test func binaryKindsAreToldByTheirMagicNumber() {
    #expect(kind([14, 0x20, 0, 0, 0, 0, 0, 0] + Array(".FIT".utf8)) == .readable(.fit))
    #expect(kind([0xFF, 0xD8, 0xFF, 0xE0, 0]) == .unsupported("jpeg"))
    #expect(kind([0x50, 0x4B, 3, 4]) == .unsupported("zip"))
    #expect(kind([0, 0, 0, 24] + Array("ftypmp42".utf8)) == .unsupported("mp4"))
  }

  @Test func restIsEmptyOrUnknown() {
    #expect(kind([]) == .empty)
    #expect(kind("\u{FEFF} \n") == .empty)
    #expect(kind("gpx") == .unknown)
    #expect(kind("Dear all,\nno table.\n") == .unknown)
    #expect(kind("one line, of text") == .unknown)
    #expect(kind([0, 1, 2, 3]) == .unknown)
    #expect(kind(Array(repeating: 0, count: 10_000)) == .unknown)
    #expect(kind("<>") == .unknown)
  }
}
