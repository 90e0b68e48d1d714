import RunFormats
import RunModel
import TestSupport
import Testing

/// What a file says about the device, its clock and its own numbers.
@Suite struct FITDeviceTests {
  private func description(
    fileID: [FITField], _ more: (inout FITBuilder) -> Void = { _ in }
  ) throws -> RunDescription {
    var fit = FITBuilder()
    fit.add(FITBuilder.fileID, [FITField(0, .enumeration, 4)] + fileID)
    fit.fix(0)
    more(&fit)
    return try readRun(fit).description
  }

  private let makerAndNumber = [FITField(1, .uint16, 1), FITField(2, .uint16, 3113)]
  private let creator = [
    FITField(0, .uint8, 0), FITField(2, .uint16, 32), FITField(3, .uint32z, 777),
    FITField(4, .uint16, 31), FITField(27, .string, "ELEMNT BOLT"),
  ]

  @Test func nameOfTheProductComesFirst() throws {
    let named = makerAndNumber + [FITField(8, .string, "Forerunner 945")]
    #expect(try description(fileID: named).device == "Forerunner 945")
    #expect(
      try description(fileID: named) { $0.add(FITBuilder.deviceInfo, creator) }.device
        == "Forerunner 945")
  }

  @Test func nameMayStandInTheCreatorsDeviceInfo() throws {
    let found = try description(fileID: makerAndNumber) { fit in
      fit.add(FITBuilder.deviceInfo, [FITField(0, .uint8, 1), FITField(27, .string, "HRM")])
      fit.add(FITBuilder.deviceInfo, creator)
    }
    #expect(found.device == "ELEMNT BOLT")
    #expect(found.deviceSerial == "777")
  }

  @Test func makerAndNumberStandForAName() throws {
    #expect(try description(fileID: makerAndNumber).device == "Garmin 3113")
    #expect(try description(fileID: [FITField(1, .uint16, 265)]).device == "Strava")
    #expect(try description(fileID: [FITField(1, .uint16, 9999)]).device == "manufacturer 9999")
    #expect(try description(fileID: [FITField(1, .uint16, nil)]).device == nil)
  }

  @Test func serialNumberIsThatOfTheFile() throws {
    let serial = FITField(3, .uint32z, 3_999_999_999)
    let found = try description(fileID: [serial]) { $0.add(FITBuilder.deviceInfo, creator) }
    #expect(found.deviceSerial == "3999999999")
    #expect(try description(fileID: [FITField(3, .uint32z, nil)]).deviceSerial == nil)
  }

  /// Maker, product, serial number, time created.
  @Test(arguments: [
    ([1, 3113, 777, 1_000_000_000], "1/3113/777/1000000000"),
    ([1, 3113, nil, 1_000_000_000], "1/3113/-/1000000000"),
    ([1, nil, 777, 1_000_000_000], "1/-/777/1000000000"),
    ([1, 3113, 777, nil], nil), ([nil, 3113, 777, 1_000_000_000], nil),
    // A time since power-up, and the maker of those who have no number.
    ([1, 3113, 777, 1000], nil), ([255, 3113, 777, 1_000_000_000], nil),
  ])
  func whoWroteAFileAndWhenIsItsOrigin(_ values: [Int?], _ origin: String?) throws {
    func field(_ number: UInt8, _ base: FITBase, _ value: Int?) -> FITField {
      FITField(number, base, value.map { FITValue.wholes([$0]) } ?? .invalid)
    }
    var fit = FITBuilder()
    fit.add(
      FITBuilder.fileID,
      [
        FITField(0, .enumeration, 4), field(1, .uint16, values[0]), field(2, .uint16, values[1]),
        field(3, .uint32z, values[2]), field(4, .uint32, values[3]),
      ])
    fit.fix(0)
    #expect(try readRun(fit).origins.map(\.value) == [origin].compactMap(\.self))
  }

  @Test func firstFileIDSaysWhatAFileIs() throws {
    let found = try description(fileID: makerAndNumber) { fit in
      fit.add(FITBuilder.fileID, [FITField(0, .enumeration, 2), FITField(1, .uint16, 32)])
    }
    #expect(found.device == "Garmin 3113")
  }

  @Test(arguments: [
    (7200, 120), (-12_600, -210), (20_700, 345), (50_400, 840), (0, nil), (50_401, nil),
    (51_300, nil), (7201, nil), (600, nil), (-31_536_000, nil),
  ])
  func offsetOfTheWallsClockIsOneThatZonesHave(seconds: Int, minutes: Int?) throws {
    let found = try description(fileID: []) { fit in
      fit.add(
        FITBuilder.activity, [time(10), FITField(5, .uint32, .wholes([fitStart + 10 + seconds]))])
    }
    #expect(found.utcOffsetMinutes == minutes)
  }

  @Test func timerTimeIsThatOfTheSession() throws {
    let found = try description(fileID: []) { fit in
      fit.session(0, [FITField(7, .uint32, 99_000), FITField(8, .uint32, 61_250)])
      fit.lap(0, [FITField(8, .uint32, 5000)])
    }
    #expect(found.timerTime == 61.25)
  }

  @Test func accuracyTellsItsSource() throws {
    let without = try description(fileID: [])
    #expect(without.accuracySource == .none)
    let with = try description(fileID: []) { $0.fix(1, [FITField(31, .uint8, 4)]) }
    #expect(with.accuracySource == .gpsAccuracy)
    let invalid = try description(fileID: []) { $0.fix(1, [FITField(31, .uint8, nil)]) }
    #expect(invalid.accuracySource == .none)
  }
}
