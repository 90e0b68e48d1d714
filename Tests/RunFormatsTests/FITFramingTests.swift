import RunModel
import TestSupport
import Testing

@testable import RunFormats

/// Headers, checksums, byte orders and pieces: how a file is cut into messages.
@Suite struct FITFramingTests {
  private let threeFixes = FITBuilder.activity { fit in
    for second in 0..<3 { fit.fix(second) }
  }

  /// What the vector holds is told beside it where it is published.
  @Test(arguments: [1, 7, 145])
  func theTestVectorGivesWhatFitdecodeFindsInIt(piece: Int) throws {
    let reading = try readFIT(fitVector, piece: piece)
    #expect(reading.kind == .activity)
    #expect(reading.diagnostics.isEmpty)
    let run = try #require(reading.runs.first)
    #expect(run.fixes.time == [30_000, 31_000, 35_000].map { fitStartMilliseconds + $0 })
    #expect(abs(run.fixes.latitude[0] - 51.99999992) < 0.51e-8)
    #expect(abs(run.fixes.longitude[0] + 4.49999998) < 0.51e-8)
    #expect(run.fixes[.elevation][0] == 10)
    #expect(run.fixes[.speed][0] == 3)
    #expect(run.fixes[.accuracy][0] == 5)
    #expect(run.fixes.segment == [0, 0, 0])
    #expect(run.description.deviceSerial == "123456")
    #expect(run.description.segmentSource == .timerEvents)
  }

  @Test(arguments: [12, 13, 14, 15, 20, 255])
  func headersOfAnyLengthFromTwelveOnAreRead(size: Int) throws {
    var fit = threeFixes
    fit.headerSize = size
    if size == 13 { return try expectOddHeader(fit) }
    let reading = try readFIT(fit.bytes)
    #expect(reading.runs.map(\.fixes.count) == [3])
    #expect(reading.diagnostics.isEmpty)
  }

  /// One byte is no checksum.
  private func expectOddHeader(_ fit: FITBuilder) throws {
    let content = fit.header + [0x55] + fit.records
    let reading = try readFIT(content + littleEndian(Int(fitChecksum(content)), 2))
    #expect(reading.runs.map(\.fixes.count) == [3])
    #expect(reading.diagnostics.isEmpty)
  }

  @Test func checksumsAreToldAndNeverDecide() throws {
    var fit = threeFixes
    let whole = try readFIT(fit.bytes).runs
    fit.headerChecksum = 0
    #expect(try readFIT(fit.bytes).codes == [:])
    fit.headerChecksum = 0x1234
    #expect(try readFIT(fit.bytes).codes == ["header_checksum_mismatch": 1])
    fit.headerChecksum = nil
    fit.checksum = 0x1234
    #expect(try readFIT(fit.bytes).codes == ["checksum_mismatch": 1])
    let place = try readFIT(fit.bytes).diagnostics.first?.place
    #expect(place == Place(byte: fit.bytes.count - 2))
    #expect(try readFIT(fit.bytes).runs == whole)
    fit.hasChecksum = false
    #expect(try readFIT(fit.bytes).codes == ["checksum_missing": 1])
    #expect(try readFIT(fit.bytes + [7]).codes == ["checksum_missing": 1])
    #expect(try readFIT(fit.bytes + [7]).runs == whole)
  }

  @Test func byteOrderIsThatOfEachDefinition() throws {
    let little = FITBuilder.activity { fit in
      fit.fix(0, [FITField(2, .uint16, 3000), FITField(31, .uint8, 4)])
      fit.fix(1, [FITField(2, .uint16, 3001), FITField(31, .uint8, 5)])
    }
    let mixed = FITBuilder.activity { fit in
      fit.fix(0, [FITField(2, .uint16, 3000), FITField(31, .uint8, 4)])
      fit.isBigEndian = true
      fit.fix(1, [FITField(2, .uint16, 3001), FITField(31, .uint8, 5)])
    }
    #expect(mixed.bytes != little.bytes)
    #expect(try readRun(mixed) == readRun(little))
    #expect(try readRun(little).fixes[.elevation] == [100, 100.2])
  }

  @Test func localNumbersMayBeDefinedAnewAtAnyTime() throws {
    let fit = FITBuilder.activity { fit in
      fit.fix(0)
      fit.add(23, [FITField(0, .uint8, 1), FITField(200, .byte, .bytes([1, 2, 3]))])
      fit.fix(1)
      fit.define(20, [time(2)] + position(2), local: 3)
      fit.define(777, [], local: 4)
      fit.data([], local: 4)
      fit.data([time(2)] + position(2), local: 3)
    }
    #expect(try readRun(fit).fixes.latitude == [0, 1, 2].map(latitude))
  }

  @Test func anyPiecesGiveTheSameReading() throws {
    var fit = FITBuilder.activity { fit in
      for second in 0..<40 {
        fit.fix(second, [FITField(3, .uint8, .wholes([60 + second]))])
        if second.isMultiple(of: 9) { fit.timer(second, second.isMultiple(of: 2) ? 4 : 0) }
      }
      fit.session(0, [FITField(9, .uint32, 123_456)])
    }
    fit.checksum = 1
    let files = fit.bytes + FITBuilder.file(type: 2).bytes + [1, 2, 3]
    let whole = try readFIT(files)
    #expect(whole.runs.map(\.fixes.count) == [40])
    for piece in [1, 2, 7, 64, 1000] {
      #expect(try readFIT(files, piece: piece) == whole, "pieces of \(piece) bytes")
    }
    for cut in files.indices {
      let reader = FITReader()
      try reader.read(files.span.extracting(0..<cut))
      try reader.read(files.span.extracting(cut..<files.count))
      #expect(try reader.finish() == whole, "cut at \(cut)")
    }
  }

  @Test func moreFixesThanAllowedAreRefused() throws {
    let fit = FITBuilder.activity { fit in
      for second in 0..<11 { fit.fix(second) }
    }
    #expect(throws: FormatError.self) { try readFIT(fit.bytes, maxFixes: 9) }
    for piece in [1, 65_536] {
      let error = #expect(throws: FormatError.self) {
        try readFIT(fit.bytes, piece: piece, maxFixes: 10)
      }
      #expect(error?.code == .tooManyFixes)
      #expect(try readFIT(fit.bytes, piece: piece, maxFixes: 11).runs.map(\.fixes.count) == [11])
    }
    // Each of several runs may have as many.
    #expect(try readFIT(fit.bytes + fit.bytes, maxFixes: 11).runs.count == 2)
  }

  @Test func moreChainedFixesThanMemoryHasAreRefused() throws {
    let fit = FITBuilder.activity { fit in
      for second in 0..<12 { fit.fix(second) }
    }
    let four = Array(repeatElement(fit.bytes, count: 4).joined())
    #expect(try readFIT(four, maxFixes: 12).runs.count == 4)
    let error = #expect(throws: FormatError.self) { try readFIT(four + fit.bytes, maxFixes: 12) }
    #expect(error?.code == .tooManyFixes)
    #expect(try readFIT(four + fit.bytes, maxFixes: 15).runs.count == 5)
  }

  @Test func theFirstBytesChooseTheReader() throws {
    let reader = FileReader()
    try reader.read(threeFixes.bytes.span)
    #expect(try reader.finish().runs.map(\.fixes.count) == [3])
    #expect(reader.recognised == .readable(.fit))
  }
}

/// Timestamps of which only five bits stand in a message's header.
@Suite struct FITCompressedTimeTests {
  private let place = position(0)

  private func times(_ build: (inout FITBuilder) -> Void) throws -> [Int64] {
    let time = try readRun(FITBuilder.activity(build)).fixes.time
    return time.map { $0 == Fixes.noTime ? -1 : ($0 - fitStartMilliseconds) / 1000 }
  }

  /// 1 000 000 000 ends in the bits of 0, so that second and offset are the same number at first.
  @Test func offsetsRollOverAfterThirtyOne() throws {
    let found = try times { fit in
      fit.sensors(29, [])
      fit.define(FITBuilder.record, place)
      for offset in [30, 31, 0, 1, 1, 0] { fit.compressed(offset, place) }
    }
    // 1 again is the same second; 0 after it is 31 s later.
    #expect(found == [30, 31, 32, 33, 33, 64])
  }

  @Test func fullTimestampOfAnyMessageIsTheNewStart() throws {
    let found = try times { fit in
      fit.fix(3)
      fit.define(FITBuilder.record, place)
      fit.compressed(5, place)
      fit.timer(1000, 3)
      // 1000 ends in the bits of 8.
      fit.compressed(9, place)
      fit.compressed(7, place)
    }
    #expect(found == [3, 5, 1001, 1031])
  }

  @Test func invalidTimestampIsNoStart() throws {
    let found = try times { fit in
      fit.fix(3)
      fit.add(FITBuilder.event, [FITField(253, .uint32, nil)], local: 1)
      fit.define(FITBuilder.record, place)
      fit.compressed(5, place)
    }
    #expect(found == [3, 5])
  }

  @Test func beforeAnyFullTimestampThereIsNoTime() throws {
    let found = try times { fit in
      fit.define(FITBuilder.record, place)
      fit.compressed(5, place)
      fit.fix(64)
    }
    #expect(found == [-1, 64])
  }

  @Test func timestampInFullOutweighsTheOneInTheHeader() throws {
    let found = try times { fit in
      fit.define(FITBuilder.record, [time(40)] + place)
      fit.compressed(5, [time(40)] + place)
      fit.compressed(9, [FITField(253, .uint32, nil)] + place)
    }
    // 40 ends in the bits of 8.
    #expect(found == [40, 41])
  }

  @Test func allFourLocalNumbersCanHaveThem() throws {
    let found = try times { fit in
      fit.sensors(0, [])
      for local in 0..<4 {
        fit.define(FITBuilder.record, place, local: local)
        fit.compressed(local + 1, place, local: local)
      }
    }
    #expect(found == [1, 2, 3, 4])
  }

  @Test func eventsHaveThemToo() throws {
    let event = [FITField(0, .enumeration, 0), FITField(1, .enumeration, 4)]
    let run = try readRun(
      FITBuilder.activity { fit in
        fit.fix(0)
        fit.define(FITBuilder.event, event, local: 1)
        fit.compressed(2, event, local: 1)
        fit.timer(4, 0)
        fit.fix(5)
      })
    #expect(run.fixes.segment == [0, 1])
  }

  @Test func chainedFileBeginsWithoutATime() throws {
    let second = FITBuilder.activity { fit in
      fit.define(FITBuilder.record, place)
      fit.compressed(5, place)
    }
    let reading = try readFIT(FITBuilder.activity { $0.fix(0) }.bytes + second.bytes)
    #expect(reading.runs.map(\.fixes.time) == [[fitStartMilliseconds], [Fixes.noTime]])
  }
}
