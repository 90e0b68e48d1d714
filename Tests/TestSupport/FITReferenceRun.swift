internal import Foundation

/// A run as an independent reader finds it: a line of what `benchmarks/reference_fit.py` prints.
package struct FITReferenceRun: Sendable {
  package let fixes: Int
  package let segments: Int
  /// Milliseconds since 1970 of the first fix in file order that has a time, and of the last.
  package let first: Int64?
  package let last: Int64?
  /// Metres: every step inside the segments.
  package let raw: Double
  /// Metres; nil where the device says none.
  package let deviceDistance: Double?

  /// The runs of each file by the hexadecimal digest of its bytes, in the order of the file; none for a
  /// file that holds no activity with a position.
  package static func all() throws -> [String: [FITReferenceRun]] {
    let table = SharedMaterial.packageRoot
      .appending(path: "Tests/RunFormatsTests/Reference/fit_runs.csv")
    let lines = try String(contentsOf: table, encoding: .utf8).split(separator: "\n").dropFirst()
    let cells = lines.map { $0.split(separator: ",", omittingEmptySubsequences: false) }
    return Dictionary(grouping: cells) { String($0[0]) }
      .mapValues { rows in rows.map { FITReferenceRun($0) }.filter { $0.fixes > 0 } }
  }

  private init(_ cells: [Substring]) {
    fixes = Int(cells[2]) ?? -1
    segments = Int(cells[3]) ?? -1
    first = Int64(cells[4])
    last = Int64(cells[5])
    raw = Double(cells[6]) ?? .nan
    deviceDistance = Double(cells[7])
  }
}
