import Foundation
import RunAnalysis
import RunModel
import TestSupport
import Testing

/// What others see of runs whose receiver, clock or writing is not to be trusted.
@Suite struct DoubtfulSharingTests {
  private typealias Place = SIMD2<Double>
  private static let home = (latitude: 47.2, longitude: 8.5)
  private static let zone = 200.0
  private static let east = metresPerDegree * cos(home.latitude * .pi / 180)
  /// Out from home, 3 m a second, 1.5 km, and back.
  private static let outAndBack =
    stride(from: 0.0, to: 1_500, by: 3).map { Place($0, 0) }
    + stride(from: 1_500.0, to: 0, by: -3).map { Place($0, 0) }
  /// From far to home, half an hour of standing there if need be, and far again.
  private static func visit(_ stop: [Place]) -> [Place] {
    stride(from: -1_500.0, to: 0, by: 3).map { Place($0, 0) } + stop
      + stride(from: 0.0, to: 1_500, by: 3).map { Place($0, 0) }
  }

  private func sharing(_ passages: Sharing.Passages = .passing, hidesTimes: Bool = false) throws
    -> Sharing
  {
    let zone = try #require(
      PrivacyZone(
        name: "Home", latitude: Self.home.latitude, longitude: Self.home.longitude,
        radius: Self.zone, disguise: .init(bearing: 40, shift: 0.9, growth: 2.3),
        addedAt: Timestamp(milliseconds: 0)))
    return Sharing(zones: [zone], passages: passages, hidesTimes: hidesTimes)
  }

  /// A fix a second at these places, metres east and north of home.
  private func run(_ places: [Place], isTimed: Bool = true) -> Fixes {
    Fixes(
      time: places.indices.map {
        isTimed ? 1_700_000_000_000 + Int64($0) * 1000 : Fixes.noTime
      },
      latitude: places.map { Self.home.latitude + $0.y / metresPerDegree },
      longitude: places.map { Self.home.longitude + $0.x / Self.east },
      segment: places.map { _ in 0 })
  }

  /// Metres from home of the nearest fix, whatever whole turns its longitude has.
  private func nearest(_ fixes: Fixes) -> Double {
    (0..<fixes.count).map { index in
      let turn = (fixes.longitude[index] - Self.home.longitude).remainder(dividingBy: 360)
      return hypot(turn * Self.east, (fixes.latitude[index] - Self.home.latitude) * metresPerDegree)
    }.min() ?? .infinity
  }

  /// A cached place at the start, a place that the receiver leaps to and stays at in the end: with a poor accuracy, with
  /// none, without times, reached in one leap or by gliding.
  @Test(arguments: ["cached", "left"], ["poor", "unsaid", "untimed", "gliding"])
  func wherePeopleNeverWereIsNoLeaving(when: String, how: String) throws {
    var elsewhere = Array(repeating: Place(900, 3_500), count: how == "untimed" ? 12 : 90)
    if how == "gliding" {
      let way = (1...4).map { Place(0, 0) + Place(900, 3_500) * (Double($0) / 5) }
      elsewhere = when == "cached" ? elsewhere + way.reversed() : way + elsewhere
    }
    let places = when == "cached" ? elsewhere + Self.outAndBack : Self.outAndBack + elsewhere
    var fixes = run(places, isTimed: how != "untimed")
    if how == "poor" { fixes[.accuracy] = places.map { $0.y > 3_000 ? 1_500 : 5 } }
    let part = try #require(try sharing().part(of: fixes))
    #expect(nearest(part.fixes) > Self.zone)
    #expect(!part.passesThrough)
    #expect(part.fixes.count > 500)
  }

  /// Between high houses, and on one that says 80 m all day.
  @Test func leapsOnTheWayAndPoorReceiversDoNotKeepARunFromBeingShared() throws {
    var places = Self.outAndBack
    for index in stride(from: 40, to: places.count, by: 50) { places[index] += Place(400, 300) }
    let leaping = try #require(try sharing().part(of: run(places)))
    #expect(leaping.fixes.count > 500 && nearest(leaping.fixes) > Self.zone)
    var fixes = run(Self.outAndBack)
    fixes[.accuracy] = (0..<fixes.count).map { $0.isMultiple(of: 2) ? 80 : 90 }
    let poor = try #require(try sharing().part(of: fixes))
    #expect(poor.fixes.count > 500 && nearest(poor.fixes) > Self.zone)
  }

  /// Ten minutes at home, told by a receiver that leaps, a clock with holes, or no clock.
  @Test(arguments: ["near", "far", "poor", "holes", "untimed"])
  func restsAreSeenThroughWhatGoesWrong(how: String) throws {
    let stop = (0..<600).map { second -> Place in
      switch how {
      case "near": second % 45 == 20 ? Place(42, 42) : Place(0, 0)
      case "far": second % 30 < 4 ? Place(900, 800) : Place(0, 0)
      case "poor": second % 30 == 7 ? Place(0, 100) : Place(0, 0)
      default: Place(0, 0)
      }
    }
    let places = Self.visit(stop)
    var fixes = run(places, isTimed: how != "untimed")
    if how == "poor" { fixes[.accuracy] = places.map { $0.y == 100 ? 120 : 6 } }
    if how == "holes" {
      let time = fixes.time.enumerated().map { $0.offset % 40 == 3 ? Fixes.noTime : $0.element }
      fixes = fixes.with(time: time, segment: fixes.segment)
    }
    #expect(try sharing().part(of: fixes) == nil)
    #expect(try sharing().restsInside(fixes))
  }

  @Test(arguments: [true, false])
  func whoOnlyPassesIsSharedWithOrWithoutTimes(isTimed: Bool) throws {
    let part = try #require(try sharing().part(of: run(Self.visit([]), isTimed: isTimed)))
    #expect(part.passesThrough && part.cutFixes == 0)
  }

  /// A longitude of 368.5° is one of 8.5° to whoever knows.
  @Test(arguments: [360.0, -360])
  func placesInAnotherWritingAreNotShown(turn: Double) throws {
    let there = run(Self.outAndBack)
    let turned = Fixes(
      time: there.time, latitude: there.latitude, longitude: there.longitude.map { $0 + turn },
      segment: there.segment)
    let whole = try #require(try sharing().part(of: turned))
    #expect(whole.fixes.count == there.count)
    #expect(whole.fixes.latitude.allSatisfy { $0 == 0 })
    #expect(whole.fixes.longitude.allSatisfy { $0 == 0 })
    let once = there.changing(400, latitude: Self.home.latitude)
      .changing(400, longitude: Self.home.longitude + turn)
    let part = try #require(try sharing().part(of: once))
    #expect(nearest(part.fixes) > Self.zone)
    #expect(part.fixes.latitude.count { $0 == 0 } == 1)
  }

  /// A run that was cut begins with a place, so the others do, too.
  @Test func theEndsDoNotTellWhetherAnythingWasCut() throws {
    var far = run(Self.outAndBack.map { $0 + Place(9_000, 0) })
    far = far.changing(0, latitude: 0).changing(0, longitude: 0)
    far = far.changing(far.count - 1, latitude: 95)
    let part = try #require(try sharing().part(of: far))
    #expect(part.fixes == far[1..<far.count - 1])
  }

  /// The clock of a receiver that has not seen the sky yet shows a day that everybody knows.
  @Test(arguments: ["2000-01-01T00:00:00Z", "2020-01-01T00:00:00Z", "1999-08-22T00:00:00Z"])
  func aClockThatWasNotSetTellsNoDate(start: String) throws {
    let first = try #require(ISO8601DateFormatter().date(from: start)).timeIntervalSince1970
    let there = run(Self.outAndBack)
    var clock = there.time
    for index in 300..<303 { clock[index] = Int64(first) * 1000 + Int64(index) }
    let fixes = there.with(time: clock, segment: there.segment)
    let part = try #require(try sharing(hidesTimes: true).part(of: fixes))
    #expect(part.fixes.time.count { $0 == Fixes.noTime } == 3)
    #expect(part.fixes.time.first == 0)
    #expect(part.fixes.time.allSatisfy { $0 == Fixes.noTime || (0..<1_100_000).contains($0) })
  }
}
