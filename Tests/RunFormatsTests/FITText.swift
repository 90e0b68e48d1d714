import RunModel
import TestSupport

@testable import RunFormats

/// Reads a file that is given whole, in pieces of some size.
func readFIT(_ bytes: [UInt8], piece: Int = 65_536, maxFixes: Int = 1000) throws(FormatError)
  -> Reading
{
  let reader = FITReader(maxFixes: maxFixes)
  var start = 0
  while start < bytes.count {
    let end = min(start + piece, bytes.count)
    let part = Array(bytes[start..<end])
    try reader.read(part.span)
    start = end
  }
  return try reader.finish()
}

/// The only run of a file.
func readRun(_ fit: FITBuilder) throws -> RecordedRun {
  let reading = try readFIT(fit.bytes)
  guard reading.runs.count == 1 else { throw UnexpectedRunCount(count: reading.runs.count) }
  return reading.runs[0]
}

/// 2021-09-08T01:46:40Z in FIT's seconds: `date -u -d 2021-09-08T01:46:40Z +%s` less 631 065 600.
let fitStart = 1_000_000_000

/// The same in milliseconds since 1970.
let fitStartMilliseconds: Int64 = 1_631_065_600_000

/// Global message numbers and what tests put into the messages.
extension FITBuilder {
  static let fileID = 0, sport = 12, session = 18, lap = 19, record = 20, event = 21
  static let deviceInfo = 23, activity = 34, camera = 160, correlation = 162
  static let fieldDescription = 206, developerID = 207, heartRate = 132

  /// A file whose `file_id` says that it is an activity, and what follows it.
  static func activity(_ build: (inout FITBuilder) -> Void = { _ in }) -> FITBuilder {
    file(type: 4, build)
  }

  static func file(type: Int, _ build: (inout FITBuilder) -> Void = { _ in }) -> FITBuilder {
    var fit = FITBuilder()
    fit.add(fileID, [FITField(0, .enumeration, .wholes([type]))], local: 15)
    build(&fit)
    return fit
  }

  /// A record at a second after ``fitStart`` and a place that goes with it.
  mutating func fix(_ second: Int, _ more: [FITField] = [], at place: Int? = nil) {
    add(Self.record, [time(second)] + position(place ?? second) + more)
  }

  /// A record without a position.
  mutating func sensors(_ second: Int, _ fields: [FITField]) {
    add(Self.record, [time(second)] + fields)
  }

  /// An event of the timer: 0 starts, 1, 4, 8 and 9 stop.
  mutating func timer(_ second: Int, _ type: Int) {
    add(
      Self.event,
      [time(second), FITField(0, .enumeration, 0), FITField(1, .enumeration, .wholes([type]))],
      local: 1)
  }

  /// A session that begins at a second after ``fitStart``.
  mutating func session(_ second: Int, _ more: [FITField] = []) {
    add(Self.session, [FITField(2, .uint32, .wholes([fitStart + second]))] + more, local: 2)
  }

  mutating func lap(_ second: Int, _ more: [FITField] = []) {
    add(Self.lap, [FITField(2, .uint32, .wholes([fitStart + second]))] + more, local: 3)
  }
}

func time(_ second: Int) -> FITField { FITField(253, .uint32, .wholes([fitStart + second])) }

/// So many thousand semicircles north of 600 000 000, on one meridian.
func position(_ place: Int) -> [FITField] {
  [
    FITField(0, .sint32, .wholes([600_000_000 + 1000 * place])),
    FITField(1, .sint32, 100_000_000),
  ]
}

/// The latitude of ``position(_:)``: degrees are semicircles × 180 / 2³¹, which is exact in a double.
func latitude(_ place: Int) -> Double {
  Double(600_000_000 + 1000 * place) * 180 / 2_147_483_648
}

/// The test vector of 145 bytes that decodes in fitdecode with all checksums: big-endian record,
/// two compressed timestamps with rollover, `stop_all`.
let fitVector: [UInt8] = bytes(
  """
  0e208208810000002e46495494cb40000000000500010001028402028403048c0404860004ff00010040e2010000ca9a
  3b410001001406fd04860004850104850202840602841f0102013b9aca1e24fa4fa4fccccccd09f60bb8054200001400
  02000485010485df0850fa24cdccccfcc36c50fa24cdccccfc430000150003fd04860001000101000324ca9a3b00041d
  46
  """)

private func bytes(_ hexadecimal: String) -> [UInt8] {
  let digits = hexadecimal.compactMap(\.hexDigitValue)
  return stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
}
