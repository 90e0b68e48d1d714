import RunFormats
import RunModel
import Testing

/// What the formats cannot hold is counted.
@Suite struct WritingLossesTests {
  private enum Format: CaseIterable { case gpx, tcx, fit }

  private func losses(_ run: RecordedRun, in format: Format) -> WritingLosses {
    switch format {
    case .gpx:
      var text = ""
      return writeGPX([run], creator: "test", to: &text)
    case .tcx:
      var text = ""
      return writeTCX([run], creator: "test", to: &text)
    case .fit:
      var bytes: [UInt8] = []
      return writeFIT([run], creator: "test", to: &bytes)
    }
  }

  private func run(_ change: (inout RecordedRun) -> Void = { _ in }) -> RecordedRun {
    var fixes = Fixes()
    fixes.append(time: 1_792_137_600_000, latitude: 45.5, longitude: -7.25, segment: 0)
    var run = RecordedRun(description: RunDescription(), fixes: fixes)
    change(&run)
    return run
  }

  @Test func aPlainRunLosesNothing() {
    let plain = run {
      $0.description.name = "Morning"
      $0.description.device = "Watch"
      $0.description.sport = .running
      $0.description.deviceDistance = 12.5
      $0.description.timerTime = 60
      $0.fixes.set(.heartRate, 141)
    }
    for format in Format.allCases { #expect(losses(plain, in: format) == WritingLosses()) }
  }

  private static let statements:
    [(
      statement: WritingLosses.Statement, losing: [Format],
      change: @Sendable (inout RecordedRun) -> Void
    )] = [
      (.name, [.gpx, .tcx], { $0.description.name = "a\u{1B}b" }),
      (.name, [.fit], { $0.description.name = String(repeating: "é", count: 128) }),
      (.device, [.gpx, .tcx], { $0.description.device = "\u{FFFE}" }),
      (.device, [.gpx, .tcx, .fit], { $0.description.device = "a\u{0}b" }),
      (.deviceSerial, [.gpx], { $0.description.deviceSerial = "4026531839" }),
      (.deviceSerial, [.gpx, .tcx, .fit], { $0.description.deviceSerial = "A17" }),
      (.sport, [.tcx], { $0.description.sport = .hiking }),
      (.sport, [.tcx, .fit], { $0.description.sport = Sport(rawValue: "chess") }),
      (.utcOffset, [.gpx, .tcx], { $0.description.utcOffsetMinutes = 120 }),
      (.utcOffset, [], { $0.description.utcOffsetMinutes = 0 }),
      (.deviceDistance, [.fit], { $0.description.deviceDistance = 1e8 }),
      (.timerTime, [.fit], { $0.description.timerTime = 1e8 }),
      (.segmentNumbers, [.gpx, .tcx, .fit], { $0.fixes = $0.fixes.with(segment: [3]) }),
    ]

  @Test(arguments: statements.indices)
  func whatIsSaidOfTheRunAndHasNoPlaceIsCounted(index: Int) {
    let (statement, losing, change) = Self.statements[index]
    for format in Format.allCases {
      let changed = run { run in
        run.description.sport = .running
        change(&run)
      }
      let lost = losses(changed, in: format).statements
      #expect(lost == (losing.contains(format) ? [statement: 1] : [:]), "\(format)")
    }
  }

  @Test func infinitiesAndAbsurdTimesAreNoGPX() {
    #expect(losses(run { $0.fixes.set(.power, .infinity) }, in: .gpx).values == [.power: 1])
    #expect(
      losses(run { $0.fixes.set(.elevation, -.infinity) }, in: .gpx).values == [.elevation: 1])
    let placeless = run {
      $0.fixes.append(time: 0, latitude: .nan, longitude: 0, segment: 0)
    }
    #expect(losses(placeless, in: .gpx).fixesWithoutPosition == 1)
    let timeless = run {
      $0.fixes.append(time: .max, latitude: 1, longitude: 1, segment: 0)
      $0.fixes.append(time: Fixes.noTime, latitude: 1, longitude: 1, segment: 0)
    }
    #expect(losses(timeless, in: .gpx).times == 1)
    #expect(losses(timeless, in: .tcx).fixesWithoutTime == 2)
  }

  @Test func sumsAreOfAllKinds() {
    var sum = losses(run { $0.fixes.set(.power, .infinity) }, in: .gpx)
    sum += losses(run { $0.description.deviceSerial = "1" }, in: .gpx)
    sum += sum
    #expect(sum.values == [.power: 2])
    #expect(sum.statements == [.deviceSerial: 2])
  }
}
