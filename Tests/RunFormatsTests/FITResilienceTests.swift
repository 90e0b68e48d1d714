import RunModel
import TestSupport
import Testing

@testable import RunFormats

/// Fields of other types than the profile has, headers that lie, and what may be found behind.
@Suite struct FITResilienceTests {
  /// Messages whose arithmetic must not leave 64 bits.
  @Test(arguments: [Int.min, Int.min + 5, -1, -(1 << 60), 1 << 60, Int.max - 1])
  func wideNumbersWhereNarrowOnesBelongAreLeftAside(value: Int) throws {
    let wide = FITField(5, .sint64, .wholes([value]))
    let run = try readRun(
      FITBuilder.activity { fit in
        fit.sensors(0, [])
        fit.add(
          FITBuilder.record, [time(0), FITField(48, .sint64, .wholes([value]))] + position(0))
        fit.add(
          FITBuilder.camera,
          [time(0), FITField(0, .sint64, .wholes([value])), FITField(0, .sint64, .wholes([value]))]
            + position(0))
        fit.add(FITBuilder.activity, [time(0), wide])
        fit.add(FITBuilder.correlation, [time(0), FITField(1, .sint64, .wholes([value]))])
      })
    #expect(run.fixes.time == [fitStartMilliseconds])
    #expect(run.description.utcOffsetMinutes == nil)
  }

  @Test(arguments: [-5.0, 1e300, 1.7e308])
  func totalsThatNoRunCanHaveAreLeftOut(total: Double) throws {
    let reading = try readFIT(
      FITBuilder.activity { fit in
        fit.fix(0)
        fit.add(FITBuilder.session, [time(0), FITField(9, .float64, .real(total))])
      }.bytes)
    #expect(reading.runs.first?.description.deviceDistance == nil)
    #expect(reading.codes == ["total_implausible": 1])
  }

  private func fixes(_ range: Range<Int>) -> FITBuilder {
    FITBuilder.activity { fit in
      for second in range { fit.fix(second) }
    }
  }

  /// A header that was last brought up to date in the middle, between messages or within one.
  @Test(arguments: [2, 7, 31, 200, 555])
  func recordsBehindTheStatedEndAreRead(missing: Int) throws {
    var fit = fixes(0..<200)
    fit.dataSize = fit.records.count - missing
    fit.checksum = 1
    let reading = try readFIT(fit.bytes)
    let run = try #require(reading.runs.first)
    // What begins behind a definition that is cut cannot be told from anything else.
    #expect(run.fixes.count >= 200 - missing / 28 - 1)
    #expect(reading.codes.keys.contains { ["data_size_wrong", "fit_damaged"].contains($0) })
  }

  @Test func recordsOfOneDefinitionBehindTheStatedEndAreAllRead() throws {
    var fit = FITBuilder.activity { fit in
      fit.fix(0)
      for second in 1..<200 { fit.data([time(second)] + position(second)) }
    }
    for missing in [13, 65, 1_000, 1_300, 1_301] {
      fit.dataSize = fit.records.count - missing
      let reading = try readFIT(fit.bytes)
      #expect(reading.runs.first?.fixes.count == 200, "\(missing)")
      #expect(reading.codes["data_size_wrong"] == 1)
      #expect(reading.runs.first?.description.state == .finished)
    }
  }

  @Test func whatFollowsARightFileIsNotTakenForRecords() throws {
    let fit = fixes(0..<20)
    for tail in [[0, 0, 0, 0], Array(fit.records.suffix(40)), Array(repeating: 255, count: 30)] {
      let reading = try readFIT(fit.bytes + tail)
      #expect(reading.runs.map(\.fixes.count) == [20])
      #expect(reading.codes == ["trailing_bytes": 1])
    }
  }

  /// A second file behind a wrong size, a missing checksum or padding.
  @Test func aFileChainedToADamagedOneIsFound() throws {
    let second = fixes(1_000..<1_004).bytes
    let first = fixes(0..<30)
    var (short, long) = (first, first)
    short.dataSize = first.records.count - 7
    long.dataSize = first.records.count + 7
    let fronts = [
      Array(first.bytes.dropLast(2)), first.bytes + [0, 0, 0, 0, 0, 0, 0, 0, 0, 0], short.bytes,
      long.bytes,
    ]
    for (index, front) in fronts.enumerated() {
      for piece in [1, 65_536] {
        let reading = try readFIT(front + second, piece: piece)
        #expect(reading.runs.last?.fixes.count == 4, "\(index)")
        #expect(reading.runs.count == 2, "\(index)")
      }
    }
  }

  @Test func endlessTimerEventsAreNotKept() throws {
    let reading = try readFIT(
      FITBuilder.activity { fit in
        fit.fix(0)
        fit.define(
          FITBuilder.event, [time(0), FITField(0, .enumeration, 0), FITField(1, .enumeration, 0)])
        for second in 0..<100_010 {
          fit.data([time(second), FITField(0, .enumeration, 0), FITField(1, .enumeration, 4)])
        }
      }.bytes)
    #expect(reading.runs.map(\.fixes.count) == [1])
    #expect(reading.codes == ["summaries_left_out": 10])
  }
}
