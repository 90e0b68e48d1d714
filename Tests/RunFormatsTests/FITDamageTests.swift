import RunFormats
import RunModel
import TestSupport
import Testing

/// Files that break off, lie or were never finished: what is whole is kept, the rest is told.
@Suite struct FITDamageTests {
  private func fixes(_ count: Int) -> FITBuilder {
    FITBuilder.activity { fit in
      for second in 0..<count { fit.fix(second) }
    }
  }

  /// Three fixes, then what the closure adds, then another fix; and where what it adds begins.
  private func broken(_ fault: (inout FITBuilder) -> Void) -> (bytes: [UInt8], fault: Int) {
    var fit = fixes(3)
    let place = fit.header.count + fit.records.count
    fault(&fit)
    fit.fix(9)
    return (fit.bytes, place)
  }

  private func expectLoss(
    _ code: FormatError.Code = .fitDamaged, _ fault: (inout FITBuilder) -> Void
  ) throws {
    let (bytes, place) = broken(fault)
    for piece in [1, 65_536] {
      let reading = try readFIT(bytes, piece: piece)
      #expect(reading.runs.map(\.fixes.count) == [3])
      #expect(reading.runs[0].description.state == .interrupted)
      #expect(reading.codes == [code.rawValue: 1])
      #expect(reading.diagnostics.first?.place == Place(byte: place))
    }
  }

  @Test func messageThatWasNeverDefinedEndsTheReading() throws {
    try expectLoss { $0.records += [0x0B, 1, 2, 3] }
    try expectLoss { $0.records += [0xE0, 1, 2, 3] }
  }

  @Test(arguments: [2, 3, 255] as [UInt8])
  func byteOrderThatThereIsNotEndsTheReading(architecture: UInt8) throws {
    try expectLoss { $0.define(20, [time(0)], architecture: architecture) }
  }

  @Test func typeThatThereIsNotEndsTheReading() throws {
    try expectLoss { $0.define(20, [FITField(3, .code(0x9F, size: 1), .bytes([1]))]) }
  }

  @Test func messageThatGoesOnBehindTheRecordsEndsTheReading() throws {
    var fit = fixes(3)
    let place = fit.header.count + fit.records.count
    fit.define(20, [FITField(200, .byte, .bytes(Array(repeating: 1, count: 255)))], local: 3)
    let defined = fit.header.count + fit.records.count
    fit.records += [3, 1, 2]
    let reading = try readFIT(fit.bytes)
    #expect(reading.runs.map(\.fixes.count) == [3])
    #expect(reading.codes == ["fit_damaged": 1])
    #expect(reading.diagnostics.first?.place == Place(byte: defined))
    // So does a definition.
    fit.records.removeLast(5)
    #expect(try readFIT(fit.bytes).diagnostics.first?.place == Place(byte: place))
    #expect(try readFIT(fit.bytes).runs == reading.runs)
  }

  @Test func largestMessageThereCanBeIsRead() throws {
    let long = FITValue.bytes(Array(repeating: 1, count: 255))
    let run = try readRun(
      FITBuilder.activity { fit in
        fit.fix(0)
        for local in 0..<16 {
          fit.add(
            777, (0..<255).map { FITField(UInt8($0), .byte, long) },
            developer: (0..<255).map { FITDeveloperField(0, UInt8($0), .byte, long) }, local: local)
        }
        fit.fix(1)
      })
    #expect(run.fixes.latitude == [0, 1].map(latitude))
  }

  @Test func endlessStringsEndWithTheirField() throws {
    let text = FITValue.bytes(Array(repeating: 0x41, count: 255))
    let run = try readRun(
      FITBuilder.activity { fit in
        fit.fix(0)
        fit.session(0, [FITField(110, .string, text)])
        fit.add(FITBuilder.deviceInfo, [FITField(0, .uint8, 0), FITField(27, .string, text)])
      })
    #expect(run.description.name == String(repeating: "A", count: 255))
  }

  @Test func headerThatIsNoneIsRefused() throws {
    for size in [0, 1, 11] {
      var bytes = fixes(3).bytes
      bytes[0] = UInt8(size)
      let error = #expect(throws: FormatError.self) { try readFIT(bytes) }
      #expect(error?.code == .fitDamaged)
      #expect(error?.place == Place(byte: 0))
    }
  }

  @Test func headerThatPointsBehindTheEndIsTruncated() throws {
    var bytes = Array(fixes(3).bytes.prefix(100))
    bytes[0] = 255
    for piece in [1, 65_536] {
      let error = #expect(throws: FormatError.self) { try readFIT(bytes, piece: piece) }
      #expect(error?.code == .truncated)
      #expect(error?.place == Place(byte: 100))
    }
  }

  @Test func dataSizeOfZeroWithDataBehindItIsReadToTheEnd() throws {
    for hasChecksum in [true, false] {
      var fit = fixes(3)
      fit.dataSize = 0
      fit.checksum = 0
      fit.hasChecksum = hasChecksum
      for piece in [1, 7, 65_536] {
        let reading = try readFIT(fit.bytes, piece: piece)
        #expect(reading.runs.map(\.fixes.count) == [3])
        #expect(reading.runs[0].description.state == .finished)
        let ending = hasChecksum ? "checksum_mismatch" : "checksum_missing"
        #expect(reading.codes == ["data_size_unknown": 1, ending: 1])
      }
    }
  }

  @Test func dataSizeThatIsTooLargeLosesNothing() throws {
    var fit = fixes(3)
    for excess in [1, 2, 3, 1_000_000, 0xFFFF_FFFF - fit.records.count] {
      fit.dataSize = fit.records.count + excess
      let reading = try readFIT(fit.bytes)
      #expect(reading.runs.map(\.fixes.count) == [3])
      #expect(reading.runs[0].description.state == .interrupted)
    }
    fit.hasChecksum = false
    let reading = try readFIT(fit.bytes)
    #expect(reading.codes == ["truncated": 1])
    #expect(reading.diagnostics.first?.place == Place(byte: fit.bytes.count))
  }

  @Test func dataSizeThatIsTooSmallEndsTheRecordsThere() throws {
    var fit = fixes(3)
    let oneFix = fixes(1).records.count
    fit.dataSize = oneFix
    let reading = try readFIT(fit.bytes)
    #expect(reading.runs.map(\.fixes.count) == [1])
    #expect(reading.codes == ["checksum_mismatch": 1, "trailing_bytes": 1])
    fit.dataSize = oneFix + 3
    let inside = try readFIT(fit.bytes)
    #expect(inside.runs.map(\.fixes.count) == [1])
    #expect(inside.runs[0].description.state == .interrupted)
  }

  @Test func cutFileKeepsExactlyWhatWasWhole() throws {
    var fit = FITBuilder()
    let fileID = [FITField(0, .enumeration, 4)]
    fit.add(FITBuilder.fileID, fileID, local: 15)
    var ends: [Int] = []
    for second in 0..<3 {
      fit.fix(second, [FITField(3, .uint8, 100)])
      ends.append(fit.header.count + fit.records.count)
    }
    fit.session(0)
    let bytes = fit.bytes
    let whole = try readRun(fit).fixes
    for length in 1..<bytes.count {
      let expected = ends.count { $0 <= length }
      let isRecordsCut = length < bytes.count - 2
      for piece in [1, 65_536] {
        do {
          let reading = try readFIT(Array(bytes.prefix(length)), piece: piece)
          #expect(reading.runs.map(\.fixes) == [whole[0..<expected]], "cut at \(length)")
          #expect(reading.codes == [isRecordsCut ? "truncated" : "checksum_missing": 1])
          let place = isRecordsCut ? length : bytes.count - 2
          #expect(reading.diagnostics.first?.place == Place(byte: place), "cut at \(length)")
          let state: RunState = isRecordsCut ? .interrupted : .finished
          #expect(reading.runs.first?.description.state == state, "cut at \(length)")
        } catch {
          #expect(expected == 0, "cut at \(length)")
          #expect(error.code == .truncated)
          #expect(error.place == Place(byte: length), "cut at \(length)")
        }
      }
    }
  }

  @Test func whatSaysMoreThanWhereItEndsIsNoError() throws {
    let others = [
      FITBuilder.file(type: 2),
      FITBuilder.activity { $0.sensors(0, [FITField(3, .uint8, 100)]) },
    ]
    for var fit in others {
      fit.dataSize = 1000
      fit.hasChecksum = false
      let reading = try readFIT(fit.bytes)
      #expect(reading.runs.isEmpty)
      #expect(reading.codes["truncated"] == 1)
    }
  }

  @Test func nothingAtAllIsTruncated() {
    let error = #expect(throws: FormatError.self) { try readFIT([]) }
    #expect(error?.code == .truncated)
    #expect(error?.place == Place(byte: 0))
  }

  @Test func faultBeforeAnythingWasWholeIsAnError() {
    var fit = FITBuilder()
    fit.records = [0x03, 1, 2, 3]
    let error = #expect(throws: FormatError.self) { try readFIT(fit.bytes) }
    #expect(error?.code == .fitDamaged)
    #expect(error?.place == Place(byte: 14))
  }
}
