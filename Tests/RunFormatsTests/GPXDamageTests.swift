import RunFormats
import RunModel
import Testing

@Suite struct GPXDamageTests {
  /// Three points, the middle one as given.
  private func around(_ middle: String, head: String = "") -> String {
    gpx(seg(point(0), middle, point(2)), track: head)
  }

  @Test(arguments: [
    ("<desc>a&#xB;b</desc>", "xml_repaired"), ("<desc>a&#xFFFF;b</desc>", "xml_repaired"),
    ("<desc>a & b</desc>", "xml_repaired"), ("<desc>a\u{B}b</desc>", "control_characters"),
    ("<name>Ca&ntilde;on</name>", "undeclared_entity"),
    ("<cmt x='&eacute;'>&nbsp;</cmt>", "undeclared_entity"),
    ("<gpxx:E><gpxx:hr>9</gpxx:hr></gpxx:E>", "undeclared_prefix"),
    ("<desc a='1' a='2'/>", "xml_repaired"), ("<!-- a -- b -->", "xml_repaired"),
    ("<desc>a ]]> b</desc>", "xml_repaired"),
  ])
  func smallFaultsCostNoFix(xml: String, code: String) throws {
    for text in [around(point(1, xml)), around(point(1), head: xml)] {
      let reading = try readGPX(text)
      #expect(reading.runs[0].fixes.count == 3)
      #expect(reading.runs[0].description.state == .finished)
      #expect(reading.codes[code] ?? 0 >= 1)
    }
  }

  @Test func undeclaredPrefixesDoNotHideWhatTheyStandBefore() throws {
    let run = try readRun(
      around(point(1, "<extensions><q:T><q:hr>99</q:hr></q:T></extensions>")))
    #expect(run.fixes[.heartRate].contains(99))
  }

  @Test func bytesThatAreNoUTF8BecomeQuestionMarks() throws {
    let text = around(point(1), head: "<name>R§gen ¶</name>")
    var bytes = Array(text.utf8)
    // Latin-1's ü, and a sequence that is cut.
    bytes.replace(Array("§".utf8), with: [0xFC])
    bytes.replace(Array("¶".utf8), with: [0xE2, 0x82])
    for piece in [1, 65_536] {
      let reading = try readGPX(bytes, piece: piece)
      #expect(reading.runs[0].fixes.count == 3)
      #expect(reading.runs[0].description.name == "R?gen ??")
      #expect(reading.codes["invalid_utf8"] == 3)
    }
  }

  @Test func damageInsideAttributesStaysThere() throws {
    let reading = try readGPX(around("<trkpt x='\u{1}&#xB;&' lat='1.001' lon='2'/>"))
    #expect(reading.runs[0].fixes.latitude == [1, 1.001, 1.002])
  }

  @Test func controlCharacterEndsNoComment() throws {
    let comment = "<!-- \u{B} \(point(9)) -->"
    #expect(try readRun(around(comment)).fixes.count == 2)
  }

  @Test(arguments: ["          ", "\n\r\n \t", "\u{FEFF}", "\u{FEFF}  \n", " \u{FEFF}"])
  func blanksAndByteOrderMarkInFrontAreNoContent(front: String) throws {
    let plain = gpx(seg(point(0), point(1)))
    let bare = String(plain.dropFirst("<?xml version=\"1.0\"?>\n".count))
    for text in [plain, bare] {
      #expect(try readGPX(front + text, piece: 1).runs == readGPX(text).runs)
      #expect(try readGPX(front + text).codes.isEmpty)
    }
  }

  @Test(arguments: [
    "", "version=\"0.31\"", "version=\"50517\"", "xmlns=\"https://www.topografix.com/GPX/1/1\"",
    "xmlns:t=\"http://www.garmin.com/xmlschemas/TrainingCenterDatabase/v2\"",
  ])
  func namespaceAndVersionDecideNothing(root: String) throws {
    #expect(try readRun(gpx(seg(point(0)), root: root)).fixes.count == 1)
  }

  @Test func prefixOfTheRootDecidesNothing() throws {
    let text =
      "<ns2:gpx xmlns:ns2='u'><ns2:trk><ns2:trkseg><ns2:trkpt lat='1' lon='2'/>"
      + "</ns2:trkseg></ns2:trk></ns2:gpx>"
    #expect(try readRun(text).fixes.count == 1)
    let undeclared = text.replacing(" xmlns:ns2='u'", with: "")
    #expect(try readRun(undeclared).fixes.count == 1)
  }

  @Test func encodingsAreRead() throws {
    let text =
      "<?xml version='1.0' encoding='ENC'?><gpx><trk><name>Ü</name>\(seg(point(0)))</trk></gpx>"
    let latin = text.replacing("ENC", with: "ISO-8859-1").unicodeScalars.map { UInt8($0.value) }
    let wide = text.replacing("ENC", with: "UTF-16").utf16.flatMap {
      [UInt8($0 & 0xFF), UInt8($0 >> 8)]
    }
    for bytes in [latin, [0xFF, 0xFE] + wide, Array(text.replacing("ENC", with: "utf-8").utf8)] {
      for piece in [1, 65_536] {
        let reading = try readGPX(bytes, piece: piece)
        #expect(reading.runs.map(\.fixes.count) == [1])
        #expect(reading.runs[0].description.name == "Ü")
        #expect(reading.codes.isEmpty)
      }
    }
  }

  /// 0x81 is nothing in Windows' code page, and the first half of a letter in Japan's.
  @Test(arguments: ["windows-1252", "Shift_JIS"], [1, 65_536])
  func byteThatIsNothingInItsEncodingCostsALetter(encoding: String, piece: Int) throws {
    let text =
      "<?xml version='1.0' encoding='\(encoding)'?><gpx><trk><name>a\u{1}</name>"
      + seg(point(0), point(1)) + "</trk></gpx>"
    let bytes = text.utf8.map { $0 == 1 ? 0x81 : $0 }
    let reading = try readGPX(bytes, piece: piece)
    #expect(reading.runs.map(\.fixes.count) == [2])
    #expect(reading.runs[0].description.name == "a?")
    #expect(reading.runs[0].description.state == .finished)
    #expect(reading.codes == ["invalid_characters": 1])
  }

  @Test func encodingThatIsNotTrueIsNotBelieved() throws {
    let text =
      "<?xml version='1.0' encoding='UTF-16'?><gpx><trk><name>Ü</name>\(seg(point(0)))</trk></gpx>"
    let reading = try readGPX(text)
    #expect(reading.runs[0].description.name == "Ü")
    #expect(reading.codes == ["false_encoding": 1])
    for name in ["klingon", "utf16", "UTF_8-"] {
      let other = try readGPX(text.replacing("UTF-16", with: name))
      #expect(other.runs.map(\.description.name) == ["Ü"])
    }
  }

  @Test(arguments: [
    "junk", "<gpx/>", "\u{0}\u{0}\u{0}", "</trk>", "&#xB;",
    gpx(seg(point(5))),
  ])
  func whatFollowsTheDocumentIsNotRead(junk: String) throws {
    let reading = try readGPX(gpx(seg(point(0), point(1))) + junk)
    #expect(reading.runs.map(\.fixes.count) == [2])
    #expect(reading.runs[0].description.state == .finished)
  }

  @Test func junkBehindTheDocumentIsNamed() throws {
    #expect(try readGPX(gpx(seg(point(0))) + "<gpx/>").codes == ["junk_after_document": 1])
    #expect(try readGPX(gpx(seg(point(0))) + "\n<!-- end -->\n").codes.isEmpty)
  }

  @Test(arguments: [
    "<!DOCTYPE gpx [<!ENTITY a 'b'>]>", "<!DOCTYPE gpx [<!ENTITY a SYSTEM 'file:///etc/passwd'>]>",
    "<!DOCTYPE gpx [<!ENTITY % a 'b'> %a;]>", "<!DOCTYPE gpx [<!ENTITY % a SYSTEM 'x'>]>",
    "<!DOCTYPE gpx [<!NOTATION n SYSTEM 'n'><!ENTITY a SYSTEM 'x' NDATA n>]>",
  ])
  func entityDeclarationsAreRefused(type: String) throws {
    let text = "\(type)<gpx><trk><name>&a;</name>\(seg(point(0)))</trk></gpx>"
    for piece in [1, 65_536] {
      let error = #expect(throws: FormatError.self) { try readGPX(text, piece: piece) }
      #expect(error?.code == .entityDeclared)
    }
  }

  @Test func documentTypeThatDeclaresNothingIsHarmless() throws {
    let text =
      "<!DOCTYPE gpx SYSTEM 'http://example.invalid/gpx.dtd'><gpx><trk>\(seg(point(0)))</trk></gpx>"
    #expect(try readRun(text).fixes.count == 1)
  }

  @Test func nestingHasALimit() throws {
    let deep = String(repeating: "<a>", count: 300)
    let error = #expect(throws: FormatError.self) { try readGPX("<gpx>\(deep)") }
    #expect(error?.code == .tooDeep)
  }

  @Test(arguments: [
    ("", FormatError.Code.empty), ("  \n", .empty), ("\u{FEFF}", .empty), ("not xml", .notXML),
    ("<", .truncated), ("<gpx", .truncated), ("no", .notXML),
    ("\u{1}\u{2}\u{3}\u{4}\u{5}", .notXML),
    ("<kml></kml>", .otherRoot),
    ("<gpx>", .truncated), ("<gpx><trk><trkseg><trkpt lat='1' lon='2'>", .truncated),
    ("<gpx><trk></gpx>", .damaged), ("<gpx><trk><trkseg><trkpt lat=1 lon='2'/>", .damaged),
  ])
  func fileWithoutOneWholeFixSaysWhy(text: String, code: FormatError.Code) throws {
    for piece in [1, 65_536] {
      let error = #expect(throws: FormatError.self) { try readGPX(text, piece: piece) }
      #expect(error?.code == code)
    }
  }

  @Test func tagThatNeverEndsEndsTheReading() throws {
    let long = String(repeating: "x", count: 600_000)
    let reading = try readGPX(around(point(1) + "<a b='\(long)'/>"))
    #expect(reading.runs[0].fixes.count == 2)
    #expect(reading.runs[0].description.state == .interrupted)
    #expect(
      try readRun(around(point(1) + "<!--\(long)--><a><![CDATA[\(long)]]></a>")).fixes.count == 3)
  }

  @Test func faultsAreToldWithLineAndByte() throws {
    let text = "  \n" + gpx(seg(point(0), "\n\n<bad"))
    let reading = try readGPX(text)
    #expect(reading.runs[0].description.state == .interrupted)
    let diagnostic = try #require(reading.diagnostics.first)
    #expect(diagnostic.code == "xml_damaged")
    #expect(diagnostic.place?.line == 5)
    let bad = try #require(text.utf8.firstRange(of: "<bad".utf8)?.lowerBound)
    let offset = text.utf8.distance(from: text.utf8.startIndex, to: bad)
    #expect((offset...offset + 12).contains(diagnostic.place?.byte ?? -1))
  }

  /// Behind such a tag libxml2 takes nothing, though it reports it like what it passes over.
  @Test(arguments: [1, 64, 65_536])
  func tagWithoutANameIsWhereReadingStops(piece: Int) throws {
    let before = gpx(seg(point(0), point(1))).replacing("</trk></gpx>", with: "")
    let reading = try readGPX(Array((before + "<3 you</trk></gpx>").utf8), piece: piece)
    #expect(reading.runs[0].fixes.count == 2)
    let fault = try #require(reading.diagnostics.first)
    #expect(fault.code == "xml_damaged")
    #expect(fault.place == Place(byte: before.utf8.count + 1, line: 2))
  }

  @Test(arguments: [1, 65_536])
  func whatStandsBehindTheFaultIsNotCounted(piece: Int) throws {
    let text = gpx(seg(point(0, "&a;"), point(1)), track: "<name>&b;</name>")
    let broken = text.replacing("</trk></gpx>", with: "</x>&c;&d;</trk></gpx>")
    let reading = try readGPX(Array(broken.utf8), piece: piece)
    #expect(reading.codes["undeclared_entity"] == 2)
  }

  @Test func cutFileKeepsExactlyTheFixesThatWereComplete() throws {
    let text = gpx(
      seg(point(0), point(1, "<ele>7</ele><extensions><a:hr>80</a:hr></extensions>"))
        + seg(#"<trkpt lat="3" lon="4"/>"#, #"<trkpt lat="5" lon="6"></trkpt>"#),
      track: "<name>Ü &amp; <![CDATA[x]]></name>")
    let bytes = Array(text.utf8)
    let whole = try readGPX(text).runs[0].fixes
    let ends = completeFixEnds(in: text)
    #expect(ends.count == 4)
    for length in 0..<bytes.count - 1 {
      let expected = ends.count { $0 <= length }
      do {
        let reading = try readGPX(Array(bytes.prefix(length)))
        #expect(reading.runs.map(\.fixes) == [whole[0..<expected]], "cut at \(length)")
        #expect(reading.runs.first?.description.state == .interrupted)
      } catch {
        #expect(expected == 0, "cut at \(length): \(error)")
      }
    }
  }

  /// Where each point's element ends, by looking for the text of its end.
  private func completeFixEnds(in text: String) -> [Int] {
    let bytes = Array(text.utf8)
    return bytes.indices.filter {
      bytes[..<$0].reversed().starts(with: "</trkpt>".utf8.reversed())
        || bytes[..<$0].reversed().starts(with: #"lon="4"/>"#.utf8.reversed())
    }
  }

  @Test func noPlaceOnEarthIsEverNamed() throws {
    let broken = [
      "<trkpt lat=\"12.345678\" lon=\"12.345678x\"/>", "<trkpt 12.345678=\"1\"/>",
      "<trkpt lat=\"12.345678\" lon=12.345678/>", "<t12.345678/></u12.345678>",
      "<trkpt lat=\"&12.345678;\" lon=\"&x12.345678;\"/>",
    ]
    for xml in broken {
      let reading = try readGPX(gpx(seg(point(0), xml)))
      #expect(!"\(reading.diagnostics)".contains("345678"))
      do {
        _ = try readGPX(gpx(seg(xml)))
      } catch {
        #expect(!"\(error)".contains("345678"))
      }
    }
  }
}
