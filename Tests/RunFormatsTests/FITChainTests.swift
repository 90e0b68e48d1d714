import RunFormats
import RunModel
import TestSupport
import Testing

/// Several FIT files in one, and files that are no activity.
@Suite struct FITChainTests {
  private func fixes(_ count: Int, from second: Int = 0) -> FITBuilder {
    FITBuilder.activity { fit in
      for index in 0..<count { fit.fix(second + index) }
    }
  }

  private let settings = FITBuilder.file(type: 2) { fit in
    fit.add(3, [FITField(4, .uint16, 700)])
  }

  /// What chest straps append: no `file_id`, only heart rates.
  private let strap: FITBuilder = {
    var fit = FITBuilder()
    fit.add(FITBuilder.heartRate, [time(0), FITField(6, .uint8, [90, 91, 92])])
    return fit
  }()

  @Test func twoActivitiesAreTwoRuns() throws {
    let reading = try readFIT(fixes(3).bytes + fixes(4, from: 100).bytes)
    #expect(reading.runs.map(\.fixes.count) == [3, 4])
    #expect(reading.diagnostics.isEmpty)
  }

  @Test func whatIsNoActivityIsToldAndAddsNothing() throws {
    for other in [settings, strap] {
      for files in [[fixes(3), other, other], [other, fixes(3)], [other, fixes(3), other]] {
        let reading = try readFIT(files.flatMap(\.bytes))
        #expect(reading.runs.map(\.fixes.count) == [3])
        #expect(reading.kind == .activity)
        #expect(reading.codes == ["chained_files_left_out": files.count - 1])
      }
    }
  }

  @Test func fixesWithoutAFileIDAreAnActivity() throws {
    var fit = FITBuilder()
    fit.fix(0)
    fit.fix(1)
    #expect(try readRun(fit).fixes.count == 2)
  }

  @Test func definitionsEndWithTheirFile() throws {
    var second = FITBuilder()
    second.data(position(0) + [time(0)])
    let reading = try readFIT(fixes(3).bytes + second.bytes)
    #expect(reading.runs.map(\.fixes.count) == [3])
    #expect(reading.codes == ["fit_damaged": 1, "chained_files_left_out": 1])
    #expect(reading.diagnostics.first?.place == Place(byte: fixes(3).bytes.count + 14))
  }

  @Test func secondFileIsReadWhereTheFirstIsBroken() throws {
    var first = fixes(3)
    first.data([], local: 9)
    first.fix(5)
    let reading = try readFIT(first.bytes + fixes(4, from: 100).bytes)
    #expect(reading.runs.map(\.fixes.count) == [3, 4])
    #expect(reading.runs.map(\.description.state) == [.interrupted, .finished])
    #expect(reading.codes == ["fit_damaged": 1])
  }

  @Test func emptyFilesInBetweenAreNothing() throws {
    let empty = FITBuilder().bytes
    let reading = try readFIT(empty + fixes(3).bytes + empty + empty + fixes(2).bytes + empty)
    #expect(reading.runs.map(\.fixes.count) == [3, 2])
    #expect(reading.codes == ["chained_files_left_out": 4])
    let alone = try readFIT(empty)
    #expect(alone.kind == .noActivity("FIT of no type"))
  }

  @Test func tenThousandHeadersAreReadLikeOne() throws {
    let empty = FITBuilder().bytes
    let small = FITBuilder.file(type: 4).bytes
    for file in [empty, small, settings.bytes, strap.bytes] {
      let many = (0..<10_000).flatMap { _ in file }
      let reading = try readFIT(many + fixes(2).bytes)
      #expect(reading.runs.map(\.fixes.count) == [2])
      #expect(reading.codes.filter { $0.key != "chained_files_left_out" }.isEmpty)
    }
  }

  @Test(arguments: [
    [0], [1, 2, 3], Array(repeating: 0, count: 100), Array("no FIT header, whatever".utf8),
    Array(FITBuilder().bytes.prefix(11)), Array(FITBuilder().bytes.prefix(13)),
    [5] + Array(FITBuilder().bytes.dropFirst()),
  ])
  func whatFollowsIsToldAndNotRead(bytes: [UInt8]) throws {
    let whole = fixes(3).bytes
    let reading = try readFIT(whole + bytes)
    #expect(reading.runs.map(\.fixes.count) == [3])
    #expect(reading.runs[0].description.state == .finished)
    #expect(reading.codes == ["trailing_bytes": 1])
    #expect(reading.diagnostics.first?.place == Place(byte: whole.count))
  }

  /// Words for `file_id.type` of Garmin's profile.
  @Test(arguments: [
    (2, "settings"), (5, "workout"), (6, "course"), (9, "weight"), (15, "monitoring"),
    (28, "daily monitoring"), (32, "monitoring"), (34, "segment"), (77, "type 77"),
  ])
  func fileOfAnotherTypeIsNoActivityWhateverItHolds(type: Int, word: String) throws {
    let reading = try readFIT(FITBuilder.file(type: type) { $0.fix(0) }.bytes)
    #expect(reading.kind == .noActivity("FIT \(word)"))
    #expect(reading.runs.isEmpty)
    #expect(reading.diagnostics.isEmpty)
  }

  @Test func activityWithoutAPositionIsTold() throws {
    let reading = try readFIT(
      FITBuilder.activity { fit in
        fit.sensors(0, [FITField(3, .uint8, 120)])
        fit.sensors(1, [FITField(3, .uint8, 121)])
        fit.session(0, [FITField(9, .uint32, 500_000)])
      }.bytes)
    #expect(reading.kind == .withoutPositions)
    #expect(reading.runs.isEmpty)
    #expect(reading.codes == ["points_without_position": 2])
  }
}
