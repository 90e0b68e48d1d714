import RunFormats
import RunModel
import TestSupport
import Testing

/// Fields that an app on the device adds to the records.
@Suite struct FITDeveloperFieldTests {
  /// A `field_description`: of the app with index 0, field number 9, unless told otherwise.
  private func description(
    base: Int, native: Int, units: String? = nil, scale: Int? = nil, offset: Int? = nil,
    application: Int = 0, number: Int = 9, message: Int = 20
  ) -> [FITField] {
    var fields = [
      FITField(0, .uint8, .wholes([application])), FITField(1, .uint8, .wholes([number])),
      FITField(2, .uint8, .wholes([base])), FITField(3, .string, "a name"),
      FITField(14, .uint16, .wholes([message])), FITField(15, .uint8, .wholes([native])),
    ]
    if let units { fields.append(FITField(8, .string, .text(units))) }
    if let scale { fields.append(FITField(6, .uint8, .wholes([scale]))) }
    if let offset { fields.append(FITField(7, .sint8, .wholes([offset]))) }
    return fields
  }

  /// The fixes of a file with one description and one record.
  private func fixes(
    _ description: [FITField], _ field: FITDeveloperField, native: [FITField] = []
  ) throws -> Fixes {
    try readRun(
      FITBuilder.activity { fit in
        fit.add(FITBuilder.developerID, [FITField(3, .uint8, 0)])
        fit.add(FITBuilder.fieldDescription, description)
        fit.add(FITBuilder.record, [time(0)] + position(0) + native, developer: [field])
      }
    ).fixes
  }

  @Test func withoutADescriptionTheyAreOnlyPassedOver() throws {
    let app = [
      FITDeveloperField(3, 7, .uint16, 5), FITDeveloperField(3, 8, .byte, .bytes([])),
      FITDeveloperField(9, 9, .byte, .bytes(Array(repeating: 1, count: 255))),
    ]
    let run = try readRun(
      FITBuilder.activity { fit in
        fit.add(FITBuilder.record, [time(0)] + position(0), developer: app)
        fit.fix(1)
      })
    #expect(run.fixes.latitude == [0, 1].map(latitude))
    #expect(Channel.allCases.allSatisfy { run.fixes[$0].isEmpty })
  }

  @Test func descriptionBehindTheDefinitionCountsForTheRecordsThatFollow() throws {
    let app = [FITDeveloperField(0, 9, .uint8, 155)]
    let fields = [time(0)] + position(0)
    let run = try readRun(
      FITBuilder.activity { fit in
        fit.add(FITBuilder.record, fields, developer: app, local: 5)
        fit.add(FITBuilder.fieldDescription, description(base: 2, native: 3, units: "bpm"))
        fit.data([time(1)] + position(1), developer: app, local: 5)
      })
    #expect(run.fixes[.heartRate].map { $0.isNaN ? -1 : $0 } == [-1, 155])
  }

  /// They have units of their own, not the scale of the field they stand for.
  @Test func valuesAreInTheUnitsOfTheDescription() throws {
    let speed = try fixes(
      description(base: 0x88, native: 6, units: "m/s"), FITDeveloperField(0, 9, .float32, 3.25))
    #expect(speed[.speed] == [3.25])
    let scaled = try fixes(
      description(base: 0x84, native: 6, units: "m/s", scale: 100, offset: 2),
      FITDeveloperField(0, 9, .uint16, 525))
    #expect(scaled[.speed] == [3.25])
    let power = try fixes(
      description(base: 0x84, native: 7, units: "Watts"), FITDeveloperField(0, 9, .uint16, 250))
    #expect(power[.power] == [250])
    let unnamed = try fixes(
      description(base: 2, native: 3, scale: 255), FITDeveloperField(0, 9, .uint8, 150))
    #expect(unnamed[.heartRate] == [150])
    let unscaled = try fixes(
      description(base: 2, native: 3, scale: 0), FITDeveloperField(0, 9, .uint8, 150))
    #expect(unscaled[.heartRate] == [150])
  }

  @Test func accuracyTellsThatItIsAnApps() throws {
    func run(native: [FITField]) throws -> RecordedRun {
      try readRun(
        FITBuilder.activity { fit in
          fit.add(FITBuilder.fieldDescription, description(base: 0x88, native: 31, units: "m"))
          fit.add(
            FITBuilder.record, [time(0)] + position(0) + native,
            developer: [FITDeveloperField(0, 9, .float32, 4.5)])
        })
    }
    #expect(try run(native: []).fixes[.accuracy] == [4.5])
    #expect(try run(native: []).description.accuracySource == .developerField)
    #expect(try run(native: [FITField(31, .uint8, 7)]).fixes[.accuracy] == [7])
    #expect(
      try run(native: [FITField(31, .uint8, 7)]).description.accuracySource == .gpsAccuracy)
    #expect(try run(native: [FITField(31, .uint8, nil)]).fixes[.accuracy] == [4.5])
  }

  @Test func theDevicesOwnFieldOutweighsAnApps() throws {
    let app = FITDeveloperField(0, 9, .uint8, 155)
    let described = description(base: 2, native: 3, units: "bpm")
    #expect(
      try fixes(described, app, native: [FITField(3, .uint8, 140)])[.heartRate] == [140])
    #expect(
      try fixes(described, app, native: [FITField(3, .uint8, nil)])[.heartRate] == [155])
  }

  @Test(arguments: [(6, "km/h"), (6, "min/km"), (5, "km"), (31, "ft"), (13, "F"), (2, "feet")])
  func valuesInOtherUnitsAreLeftOut(native: Int, units: String) throws {
    let fixes = try fixes(
      description(base: 0x84, native: native, units: units), FITDeveloperField(0, 9, .uint16, 9))
    #expect(Channel.allCases.allSatisfy { fixes[$0].isEmpty })
  }

  @Test func whatStandsForNoFieldOfARecordIsLeftOut() throws {
    let app = FITDeveloperField(0, 9, .uint8, 155)
    let lap = try fixes(description(base: 2, native: 3, message: 19), app)
    #expect(lap[.heartRate].isEmpty)
    let place = try fixes(description(base: 2, native: 0), app)
    #expect(place.latitude == [latitude(0)])
    let none = try fixes(Array(description(base: 2, native: 3).prefix(4)), app)
    #expect(none[.heartRate].isEmpty)
    let unknownType = try fixes(description(base: 0x1F, native: 3), app)
    #expect(unknownType[.heartRate].isEmpty)
  }

  @Test func invalidIsThatOfTheDescriptionsType() throws {
    let described = description(base: 0x84, native: 7, units: "W")
    #expect(try fixes(described, FITDeveloperField(0, 9, .uint16, nil))[.power].isEmpty)
    #expect(try fixes(described, FITDeveloperField(0, 9, .byte, .bytes([1])))[.power].isEmpty)
    #expect(try fixes(described, FITDeveloperField(0, 9, .uint16, [7, 8]))[.power] == [7])
  }

  @Test func appsAreToldApartByTheirIndex() throws {
    let described = description(base: 2, native: 3, units: "bpm", application: 1)
    #expect(try fixes(described, FITDeveloperField(0, 9, .uint8, 155))[.heartRate].isEmpty)
    #expect(try fixes(described, FITDeveloperField(1, 9, .uint8, 155))[.heartRate] == [155])
  }

  @Test func laterDescriptionReplacesTheOneBefore() throws {
    let app = [FITDeveloperField(0, 9, .uint8, 155)]
    let run = try readRun(
      FITBuilder.activity { fit in
        fit.add(FITBuilder.fieldDescription, description(base: 2, native: 3, units: "bpm"))
        fit.add(FITBuilder.record, [time(0)] + position(0), developer: app)
        fit.add(FITBuilder.fieldDescription, description(base: 2, native: 3, units: "zones"))
        fit.add(FITBuilder.record, [time(1)] + position(1), developer: app)
        fit.add(FITBuilder.fieldDescription, description(base: 2, native: 7, units: "W"))
        fit.add(FITBuilder.record, [time(2)] + position(2), developer: app)
      })
    #expect(run.fixes[.heartRate].map { $0.isNaN ? -1 : $0 } == [155, -1, -1])
    #expect(run.fixes[.power].map { $0.isNaN ? -1 : $0 } == [-1, -1, 155])
  }

  @Test func descriptionsEndWithTheirFile() throws {
    let app = [FITDeveloperField(0, 9, .uint8, 155)]
    let first = FITBuilder.activity { fit in
      fit.add(FITBuilder.fieldDescription, description(base: 2, native: 3, units: "bpm"))
      fit.add(FITBuilder.record, [time(0)] + position(0), developer: app)
    }
    let second = FITBuilder.activity { fit in
      fit.add(FITBuilder.record, [time(0)] + position(0), developer: app)
    }
    let reading = try readFIT(first.bytes + second.bytes)
    #expect(reading.runs.map { $0.fixes[.heartRate] } == [[155], []])
  }
}
