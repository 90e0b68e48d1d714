import RunModel
import Testing

@testable import RunFormats

@Suite struct TCXDamageTests {
  private let three = tcx(lap(track(at(0), at(1), at(2))))

  @Test(arguments: ["          ", "\n  ", "\u{FEFF}", "\u{FEFF}  \n"])
  func blanksAndByteOrderMarkInFrontAreNoContent(front: String) throws {
    #expect(try readTCX(front + three, piece: 1).runs == readTCX(three).runs)
    #expect(try readTCX(front + three).codes.isEmpty)
  }

  @Test(arguments: [
    "", " xmlns=\"http://www.garmin.com/xmlschemas/TrainingCenterDatabase/v2\"",
    " xmlns=\"http://www.topografix.com/GPX/1/1\"",
    " xmlns:gpx=\"http://www.topografix.com/GPX/1/1\"",
  ])
  func namespaceDecidesNothing(root: String) throws {
    #expect(try readTCXRun(tcx(lap(track(at(0))), root: root)).fixes.count == 1)
  }

  @Test func prefixesDecideNothing() throws {
    let prefixed = three.replacing("</", with: "§").replacing("<", with: "<n:")
      .replacing("§", with: "</n:").replacing("<n:?", with: "<?")
    #expect(try readTCXRun(prefixed).fixes == readTCXRun(three).fixes)
    #expect(try readTCX(prefixed).codes["undeclared_prefix"] ?? 0 > 0)
    let declared = prefixed.replacing("Database>\n", with: "Database>")
      .replacing("<n:TrainingCenterDatabase>", with: "<n:TrainingCenterDatabase xmlns:n='u'>")
    #expect(try readTCX(declared).codes.isEmpty)
  }

  @Test func activitiesMayBeTheRoot() throws {
    let bare = three.replacing("<TrainingCenterDatabase>", with: "")
      .replacing("</TrainingCenterDatabase>", with: "")
    #expect(try readTCXRun(bare).fixes == readTCXRun(three).fixes)
    let error = #expect(throws: FormatError.self) { try readTCX("<gpx/>") }
    #expect(error?.code == .otherRoot)
    #expect(error?.detail == "the root element is not TrainingCenterDatabase")
  }

  @Test func blanksAroundWhatIsWrittenDoNoHarm() throws {
    let spaced = three.replacing("08:00:00Z\"", with: "08:00:00Z \"")
      .replacing("<Time>", with: "<Time>\n ").replacing(
        "</LatitudeDegrees>", with: "\t</LatitudeDegrees>")
    #expect(try readTCX(spaced) == readTCX(three))
  }

  @Test func smallFaultsCostNoFix() throws {
    let notes = "<Notes>a & b &eacute; \u{1} &#xB;</Notes>"
    let reading = try readTCX(tcx(lap(track(at(0), at(1))), rest: notes))
    #expect(reading.runs[0].fixes.count == 2)
    #expect(reading.runs[0].description.state == .finished)
    #expect(Set(reading.codes.keys) == ["xml_repaired", "undeclared_entity", "control_characters"])
  }

  @Test func whatFollowsTheDocumentIsNotRead() throws {
    let reading = try readTCX(three + "<gpx/>")
    #expect(reading.runs.map(\.fixes.count) == [3])
    #expect(reading.codes == ["junk_after_document": 1])
  }

  @Test func cutFileKeepsExactlyTheFixesThatWereComplete() throws {
    let text = tcx(
      lap(track(at(0), at(1, heartRate("80"))), head: "<DistanceMeters>5</DistanceMeters>")
        + lap(track(at(1)), track(at(2))),
      rest: "<Creator><Name>G</Name></Creator>")
    let whole = try readTCXRun(text)
    let bytes = Array(text.utf8)
    var ends: [Int] = []
    var rest = text[...]
    while let found = rest.firstRange(of: "</Trackpoint>") {
      ends.append(text.utf8.distance(from: text.startIndex, to: found.upperBound))
      rest = rest[found.upperBound...]
    }
    #expect(ends.count == 4)
    for cut in stride(from: 1, to: bytes.count, by: 1) {
      let complete = ends.count { $0 <= cut }
      do throws(FormatError) {
        let reading = try readTCX(Array(bytes[..<cut]))
        #expect(reading.runs.count == 1)
        #expect(reading.runs[0].fixes == whole.fixes[0..<complete])
        #expect(reading.runs[0].description.state == .interrupted)
        #expect(reading.diagnostics.first?.place?.byte != nil)
      } catch {
        #expect(complete == 0)
      }
    }
  }

  @Test func onlyTheLastRunOfACutFileIsInterrupted() throws {
    let one = "<Activity Sport=\"Running\">\(lap(track(at(0))))</Activity>"
    let reading = try readTCX("<TrainingCenterDatabase><Activities>\(one)\(one.dropLast(20))")
    #expect(reading.runs.map(\.description.state) == [.finished, .interrupted])
  }

  @Test func faultsAreToldWithLineAndByte() throws {
    let text = "\n" + three.replacing("</Track>", with: "\n<bad></Track>")
    let reading = try readTCX(text)
    #expect(reading.runs[0].fixes.count == 3)
    #expect(reading.runs[0].description.state == .interrupted)
    let diagnostic = try #require(reading.diagnostics.first)
    #expect(diagnostic.code == "xml_damaged")
    #expect(diagnostic.place?.line == 4)
    #expect(diagnostic.place?.byte ?? 0 > 300)
  }

  @Test(arguments: [
    ("", FormatError.Code.empty), ("bla bla bla", .notXML), ("<TrainingCenterDatabase", .truncated),
    ("<TrainingCenterDatabase><Activities></Courses>", .damaged), ("<kml/>", .otherRoot),
    ("<!DOCTYPE t [<!ENTITY a 'b'>]><TrainingCenterDatabase/>", .entityDeclared),
    ("<TrainingCenterDatabase>" + String(repeating: "<a>", count: 300), .tooDeep),
    ("<TrainingCenterDatabase>" + (0..<30_000).map { "<a\($0)/>" }.joined(), .tooManyNames),
  ])
  func fileThatGivesNothingSaysWhy(text: String, code: FormatError.Code) throws {
    let error = #expect(throws: FormatError.self) { try readTCX(text) }
    #expect(error?.code == code)
  }

  @Test func noMessageTellsAPlace() throws {
    let secret = trackpoint(
      seconds: 1, position("48.345678x", "7.345678y") + "<Cadence>345678z</Cadence>")
    for text in [
      three.replacing("</Track>", with: secret + "</Track>"), "<TrainingCenterDatabase>" + secret,
    ] {
      do throws(FormatError) {
        #expect(!"\(try readTCX(text).diagnostics)".contains("345678"))
      } catch {
        #expect(!"\(error)".contains("345678"))
      }
    }
  }

  @Test(arguments: [1, 7, 4096])
  func pieceLengthMakesNoDifference(piece: Int) throws {
    let text = tcx(
      lap(track(at(0, heartRate("80")), trackpoint(seconds: 3), at(9))),
      rest: "<Notes>Ü \u{1}</Notes>")
    #expect(try readTCX(text, piece: piece) == readTCX(text))
  }

  @Test(arguments: [1, 7, 4096, 65_536])
  func fileReaderChoosesByTheRoot(piece: Int) throws {
    let reader = FileReader()
    let bytes = Array(("          " + three).utf8)
    for start in stride(from: 0, to: bytes.count, by: piece) {
      let part = Array(bytes[start..<min(start + piece, bytes.count)])
      try reader.read(part.span)
    }
    let reading = try reader.finish()
    #expect(reader.recognised == .readable(.tcx))
    #expect(reading.format == .tcx)
    #expect(reading.runs.map(\.fixes.count) == [3])
  }
}
