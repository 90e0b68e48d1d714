import Foundation
import SQLite
import TestSupport

/// A run from somebody's door and back, with all that a file may say of its owner.
enum Secrets {
  static let latitude = 47.1234567
  static let longitude = 8.6543217
  static let name = "Xyzzy Homeward"
  static let device = "Xyzzywatch"
  static let serial = 3_987_654_321
  static let fixes = 1_400

  /// Degrees of each fix: 700 s straight out, 3 m a second, and back.
  static let places: [(latitude: Double, longitude: Double)] = (0..<fixes).map { second in
    let out = Double(min(second, fixes - 1 - second)) * 3 / metresPerDegree
    return (
      ((latitude + out * 0.8) * 1e7).rounded() / 1e7,
      ((longitude + out * 0.6) * 1e7).rounded() / 1e7
    )
  }

  /// The same places at another pace, a fix in 30 s, and another name.
  static var sparse: String {
    let points = (0..<60).map { index in
      """
      <trkpt lat="\(text(places[index * 10].latitude))" lon="\(text(places[index * 10].longitude))">\
      <time>2024-06-01T10:\(two(index / 2)):\(index % 2 == 0 ? "00" : "30")Z</time></trkpt>
      """
    }
    return """
      <?xml version="1.0"?>
      <gpx version="1.1" creator="x" xmlns="http://www.topografix.com/GPX/1/1">
      <trk><name>Sparse</name><type>running</type><trkseg>
      \(points.joined(separator: "\n"))
      </trkseg></trk></gpx>
      """
  }

  /// Out and back, 90 s at the door, out and back.
  static func gpxWithAStopAtHome(named name: String) -> String {
    let lap = Array(places[..<500] + places[..<500].reversed())
    let all = lap + Array(repeating: places[0], count: 90) + lap
    let points = all.enumerated().map { second, place in
      """
      <trkpt lat="\(text(place.latitude))" lon="\(text(place.longitude))">\
      <time>2024-07-01T10:\(two(second / 60)):\(two(second % 60)).000Z</time></trkpt>
      """
    }
    return """
      <?xml version="1.0"?>
      <gpx version="1.1" creator="x" xmlns="http://www.topografix.com/GPX/1/1">
      <trk><name>\(name)</name><type>running</type><trkseg>
      \(points.joined(separator: "\n"))
      </trkseg></trk></gpx>
      """
  }

  static func gpx(startingAt date: String = "2024-05-01") -> String {
    let points = places.enumerated().map { second, place in
      """
      <trkpt lat="\(text(place.latitude))" lon="\(text(place.longitude))">\
      <time>\(date)T10:\(two(second / 60)):\(two(second % 60)).000Z</time></trkpt>
      """
    }
    return """
      <?xml version="1.0"?>
      <gpx version="1.1" creator="\(device)" xmlns="http://www.topografix.com/GPX/1/1">
      <trk><name>\(name)</name><type>running</type><trkseg>
      \(points.joined(separator: "\n"))
      </trkseg></trk></gpx>
      """
  }

  /// The same on another day, with a serial number.
  static var fit: [UInt8] {
    var fit = FITBuilder()
    fit.add(
      0,
      [
        FITField(0, .enumeration, 4), FITField(1, .uint16, 1), FITField(2, .uint16, 3113),
        FITField(3, .uint32z, .wholes([serial])), FITField(4, .uint32, 400_000_000),
        FITField(8, .string, .text(device)),
      ])
    func record(_ second: Int) -> [FITField] {
      let place = semicircles(second)
      return [
        FITField(253, .uint32, .wholes([400_000_000 + second])),
        FITField(0, .sint32, .wholes([place.0])), FITField(1, .sint32, .wholes([place.1])),
      ]
    }
    fit.define(20, record(0))
    for second in 0..<fixes { fit.data(record(second)) }
    return fit.bytes
  }

  static func semicircles(_ index: Int) -> (Int, Int) {
    func whole(_ degrees: Double) -> Int { Int((degrees * 0x1p31 / 180).rounded()) }
    return (whole(places[index].latitude), whole(places[index].longitude))
  }

  /// Coordinates of the first fixes as text, as doubles and as pairs of semicircles, either byte first.
  static var writtenPlaces: [Data] {
    (0..<20).flatMap { index -> [Data] in
      let (latitude, longitude) = semicircles(index)
      let place = places[index]
      let numbers: [[UInt8]] = [place.latitude, place.longitude].map { degrees in
        (0..<8).map { UInt8(truncatingIfNeeded: degrees.bitPattern >> (8 * UInt64($0))) }
      }
      let whole = [latitude, longitude].flatMap { value in
        (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
      }
      let reversed = Data(whole[0..<4].reversed() + whole[4..<8].reversed())
      let texts = [place.latitude, place.longitude].map { Array(text($0).utf8) }
      return numbers.flatMap { [Data($0), Data($0.reversed())] } + texts.map { Data($0) }
        + [Data(whole), reversed]
    }
  }

  private static func text(_ degrees: Double) -> String { "\(degrees)" }
  private static func two(_ number: Int) -> String { (number < 10 ? "0" : "") + "\(number)" }
}

extension Tool {
  /// All bytes of the library and of what lies beside it.
  func libraryBytes() throws -> Data {
    let folder = URL(filePath: library).deletingLastPathComponent()
    let name = URL(filePath: library).lastPathComponent
    return try FileManager.default.contentsOfDirectory(atPath: folder.path)
      .filter { $0.hasPrefix(name) }.sorted()
      .reduce(into: Data()) { $0 += try Data(contentsOf: folder.appending(path: $1)) }
  }

  /// Pieces of the packed fixes of a run, as they lie in the library, that no other run has.
  func packedPieces(ofRun id: String) throws -> [Data] {
    func bodies(_ condition: String) throws -> [[UInt8]] {
      try Database(path: library, access: .readOnly).rows(
        "SELECT core, extra FROM point_chunk WHERE run_id \(condition) ?", [id]
      ) { [$0.blob(0), $0.blob(1)] }.joined().compactMap(\.self)
    }
    let others = Data(try bodies("<>").joined())
    return try bodies("=").flatMap { body in
      stride(from: 0, to: body.count - 24, by: 100).map { Data(body[$0..<$0 + 24]) }
    }.filter { others.range(of: $0) == nil }
  }

  /// The id of the run that a text means.
  func id(of run: String) throws -> String {
    let report = try objects("report", run, "--json").first?["run"] as? [String: Any]
    return report?["id"] as? String ?? ""
  }
}
