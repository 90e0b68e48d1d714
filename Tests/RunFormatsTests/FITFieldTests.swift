import RunFormats
import RunModel
import TestSupport
import Testing

/// What single fields of a record say, in whatever shape a device writes them.
@Suite struct FITFieldTests {
  /// The fixes of a file of one record with these fields.
  private func fixes(_ fields: [FITField]) throws -> Fixes {
    try readRun(FITBuilder.activity { $0.fix(0, fields) }).fixes
  }

  @Test func everyChannelHasItsFieldAndScale() throws {
    let fixes = try fixes([
      FITField(2, .uint16, 2655), FITField(3, .uint8, 141), FITField(4, .uint8, 86),
      FITField(5, .uint32, 123_457), FITField(6, .uint16, 3333), FITField(7, .uint16, 250),
      FITField(13, .sint8, -7), FITField(31, .uint8, 9),
    ])
    // Raw / scale − offset as the profile has them.
    #expect(fixes[.elevation] == [31])
    #expect(fixes[.heartRate] == [141])
    #expect(fixes[.cadence] == [86])
    #expect(fixes[.deviceDistance] == [1234.57])
    #expect(fixes[.speed] == [3.333])
    #expect(fixes[.power] == [250])
    #expect(fixes[.temperature] == [-7])
    #expect(fixes[.accuracy] == [9])
  }

  /// A division of whole numbers is rounded once, so it is the double nearest to the decimal.
  @Test func scaledValuesAreTheShortestDecimals() throws {
    for raw in [0, 1, 2499, 2500, 2501, 2653, 12_345, 45_678, 65_534] {
      let tenths = raw * 2 - 5000
      let expected = "\(tenths < 0 ? "-" : "")\(abs(tenths) / 10).\(abs(tenths) % 10)"
      let value = try fixes([FITField(2, .uint16, .wholes([raw]))])[.elevation][0]
      #expect("\(value)" == expected)
    }
    #expect(try fixes([FITField(6, .uint16, 1003)])[.speed] == [1.003])
    #expect(try fixes([FITField(5, .uint32, 110)])[.deviceDistance] == [1.1])
  }

  @Test(arguments: [
    Int(Int32.min), -1_234_567_891, -1, 0, 1, 536_870_911, 1_073_741_823, Int(Int32.max) - 1,
  ])
  func semicirclesAreExactDegrees(raw: Int) throws {
    let run = try readRun(
      FITBuilder.activity { fit in
        fit.add(
          FITBuilder.record,
          [time(0), FITField(0, .sint32, .wholes([raw])), FITField(1, .sint32, 5)])
      })
    let expected = Double(raw) * 45 / 536_870_912
    #expect(run.fixes.latitude[0].bitPattern == expected.bitPattern)
    // The way back by whole numbers: k · 45 / 2²⁹ has no remainder.
    #expect(run.fixes.latitude[0] * 536_870_912 / 45 == Double(raw))
  }

  @Test func invalidMarkerInEitherCoordinateIsNoFix() throws {
    let reading = try readFIT(
      FITBuilder.activity { fit in
        fit.fix(0)
        fit.sensors(1, [FITField(0, .sint32, nil), FITField(1, .sint32, 5)])
        fit.sensors(2, [FITField(0, .sint32, 5), FITField(1, .sint32, nil)])
        fit.sensors(3, [FITField(0, .sint32, nil), FITField(1, .sint32, nil)])
        fit.sensors(4, [FITField(0, .sint32, 5)])
        fit.sensors(5, [FITField(3, .uint8, 99)])
        fit.fix(6)
      }.bytes)
    #expect(reading.runs[0].fixes.latitude == [0, 6].map(latitude))
    #expect(reading.codes == ["points_without_position": 5])
  }

  @Test func zeroAndZeroIsKeptAndTold() throws {
    let zero = [FITField(0, .sint32, 0), FITField(1, .sint32, 0)]
    let reading = try readFIT(
      FITBuilder.activity { fit in
        fit.fix(0)
        fit.add(FITBuilder.record, [time(1)] + zero)
        fit.fix(2)
      }.bytes)
    #expect(reading.runs[0].fixes.latitude == [latitude(0), 0, latitude(2)])
    #expect(reading.codes == ["position_zero": 1])
  }

  @Test func latitudeBeyondThePoleIsKeptAndTold() throws {
    let beyond = [FITField(0, .sint32, 1_500_000_000), FITField(1, .sint32, 5)]
    let reading = try readFIT(
      FITBuilder.activity { $0.add(FITBuilder.record, [time(1)] + beyond) }.bytes)
    #expect(reading.runs[0].fixes.latitude[0] > 90)
    #expect(reading.codes == ["position_out_of_range": 1])
  }

  @Test(arguments: [
    FITField(2, .uint16, nil), FITField(3, .uint8, nil), FITField(4, .uint8, nil),
    FITField(5, .uint32, nil), FITField(6, .uint16, nil), FITField(7, .uint16, nil),
    FITField(8, .byte, [0xFF, 0xFF, 0xFF]), FITField(13, .sint8, nil), FITField(31, .uint8, nil),
    FITField(73, .uint32, nil), FITField(78, .uint32, nil), FITField(78, .float32, nil),
    FITField(3, .uint8z, nil), FITField(7, .uint16z, nil), FITField(5, .uint64, nil),
  ])
  func invalidIsToldByTheTypeInTheDefinitionBeforeScaling(field: FITField) throws {
    #expect(try fixes([field]) == fixes([]))
  }

  @Test func markerOfAnotherTypeIsAValue() throws {
    #expect(try fixes([FITField(7, .uint32, 0xFFFF)])[.power] == [65_535])
    #expect(try fixes([FITField(13, .sint16, 0x7F)])[.temperature] == [127])
    #expect(try fixes([FITField(3, .uint16, 0xFF)])[.heartRate] == [255])
  }

  @Test func enhancedFieldsOutweighPlainOnesWhereTheyHoldSomething() throws {
    let plain = [FITField(2, .uint16, 2600), FITField(6, .uint16, 3000)]
    let enhanced = [FITField(73, .uint32, 70_000), FITField(78, .uint32, 52_500)]
    let holes = [FITField(73, .uint32, nil), FITField(78, .uint32, nil)]
    for fields in [plain + enhanced, enhanced + plain, enhanced] {
      #expect(try fixes(fields)[.speed] == [70])
      #expect(try fixes(fields)[.elevation] == [10_000])
    }
    for fields in [plain + holes, holes + plain, plain] {
      #expect(try fixes(fields)[.speed] == [3])
      #expect(try fixes(fields)[.elevation] == [20])
    }
    // 0xFFFF behind an enhanced field that is not there is not 65.535 m/s.
    #expect(try fixes([FITField(6, .uint16, nil)] + holes)[.speed].isEmpty)
  }

  @Test func fractionOfCadenceIsAddedToIt() throws {
    #expect(try fixes([FITField(53, .uint8, 64), FITField(4, .uint8, 80)])[.cadence] == [80.5])
    #expect(try fixes([FITField(4, .uint8, 80), FITField(53, .uint8, nil)])[.cadence] == [80])
    #expect(try fixes([FITField(53, .uint8, 64)])[.cadence].isEmpty)
  }

  /// Twelve bits of cm/s, then twelve of sixteenths of a metre that begin anew every 256 m.
  @Test func speedAndDistanceInThreeBytesAreCountedOn() throws {
    func field(speed: Int, sixteenths: Int) -> FITField {
      let bits = speed | (sixteenths & 0xFFF) << 12
      return FITField(8, .byte, .bytes(littleEndian(bits, 3)))
    }
    let fixes = try readRun(
      FITBuilder.activity { fit in
        fit.fix(0, [field(speed: 300, sixteenths: 4000)])
        fit.fix(1, [field(speed: 301, sixteenths: 4080)])
        fit.fix(2, [FITField(8, .byte, [0xFF, 0xFF, 0xFF])])
        fit.fix(3, [field(speed: 302, sixteenths: 4160)])
        fit.fix(4, [FITField(8, .byte, [1, 2])])
      }
    ).fixes
    #expect(fixes[.speed].map { $0.isNaN ? -1 : $0 } == [3, 3.01, -1, 3.02, -1])
    #expect(fixes[.deviceDistance].map { $0.isNaN ? -1 : $0 } == [250, 255, -1, 260, -1])
  }

  @Test func arraysGiveTheirFirstElement() throws {
    let fixes = try fixes([
      FITField(2, .uint16, [2655, 9999, 0xFFFF]), FITField(3, .uint8, [141, 255]),
      FITField(73, .uint32, [4000, 1]),
    ])
    #expect(fixes[.elevation] == [31])
    #expect(fixes[.heartRate] == [141])
    #expect(fixes[.speed] == [4])
  }

  @Test func realNumbersAreReadInBothLengths() throws {
    for isBigEndian in [false, true] {
      let fixes = try readRun(
        FITBuilder.activity { fit in
          fit.isBigEndian = isBigEndian
          fit.fix(0, [FITField(78, .float32, 2512.5), FITField(73, .float64, 1234.5)])
        }
      ).fixes
      #expect(fixes[.elevation] == [2.5])
      #expect(fixes[.speed] == [1.2345])
    }
    #expect(try fixes([FITField(78, .float64, .real(.infinity))])[.elevation].isEmpty)
  }

  @Test func sizesThatFitNoTypeArePassedOver() throws {
    let odd = [
      FITField(3, .uint32, .bytes([1])), FITField(5, .uint32, .bytes([])),
      FITField(6, .uint16, .bytes(Array(repeating: 1, count: 255))),
      FITField(0, .string, .bytes([])), FITField(7, .float64, .bytes([1, 2, 3])),
    ]
    let fixes = try fixes(odd + [FITField(4, .uint8, 80)])
    #expect(fixes[.cadence] == [80])
    #expect(fixes[.heartRate].isEmpty && fixes[.speed].isEmpty && fixes[.power].isEmpty)
    #expect(fixes.latitude == [latitude(0)])
  }

  @Test func aHundredFieldsAndALongOneAreJustFields() throws {
    let many = (100..<200).map { FITField($0, .uint16, 7) }
    let long = FITField(99, .byte, .bytes(Array(repeating: 7, count: 255)))
    let fixes = try fixes(many + [long, FITField(3, .uint8, 90)])
    #expect(fixes[.heartRate] == [90])
  }

  @Test func upperBitsOfATypeMayBeMissing() throws {
    let fixes = try fixes([
      FITField(2, .code(0x04, size: 2), 2655), FITField(5, .code(0x06, size: 4), 100),
    ])
    #expect(fixes[.elevation] == [31])
    #expect(fixes[.deviceDistance] == [1])
  }

  @Test(arguments: [
    ([0x9F, 0x00], "\u{FFFD}"), ([0x5A, 0xFC, 0x72, 0x69, 0x00], "Z\u{FFFD}ri"),
    (Array("Grüße".utf8).dropLast() + [], "Grüß"), ([0x41, 0x42], "AB"),
    ([0x41, 0x00, 0x42, 0x00], "A"), ([0x41, 0xE2, 0x82], "A\u{FFFD}"),
    ([0x00, 0x41], nil), ([], nil), ([0x20, 0x20], nil),
  ])
  func stringsNeverStopTheReading(content: [UInt8], text: String?) throws {
    let run = try readRun(
      FITBuilder.activity { fit in
        fit.fix(0)
        fit.session(0, [FITField(110, .string, .bytes(content))])
      })
    #expect(run.description.name == text)
  }
}
