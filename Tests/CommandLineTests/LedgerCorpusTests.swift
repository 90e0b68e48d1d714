import Foundation
import TestSupport
import Testing

/// The ledgers of real files, through the built tool.
@Suite(.enabled(if: SharedMaterial.corpus != nil, "the corpus is not beside the checkout"))
struct LedgerCorpusTests {
  /// What a report says, read to the last bit; `JSONSerialization` rounds some numbers otherwise.
  private struct Report: Decodable {
    struct Run: Decodable { let id: String }
    struct Split: Decodable { let distance_m: Double, to_m: Double }
    let run: Run
    let distance_m: Double
    let waterfall: [String: Double]
    let splits: [Split]
  }

  private func reports(_ tool: Tool) throws -> [Report] {
    try tool.run("import", try #require(SharedMaterial.corpus).path, "--untimed")
    let lines = try tool.run("report", "--all", "--json").out.split(separator: "\n")
    return try lines.map { try JSONDecoder().decode(Report.self, from: Data($0.utf8)) }
  }

  /// Metres; the sum of the counted moves in their order.
  private func sum(ofLedger text: String) -> Double {
    var sum = 0.0
    let lines = text.split(separator: "\r\n")
    let names = (lines.first ?? "").split(separator: ",")
    guard let verdict = names.firstIndex(of: "verdict"), let moved = names.firstIndex(of: "moved_m")
    else { return .nan }
    for line in lines.dropFirst() {
      let fields = line.split(separator: ",", omittingEmptySubsequences: false)
      if fields[verdict] == "counted" { sum += Double(fields[moved]) ?? .nan }
    }
    return sum
  }

  @Test func everyLedgerAddsUpToTheLastBitAndEveryWaterfallToo() throws {
    let tool = try Tool()
    let reports = try reports(tool)
    #expect(reports.count > 80)
    for report in reports {
      let id = report.run.id
      let ledger = try tool.run("replay", id, "--format", "csv").out
      #expect(sum(ofLedger: ledger).bitPattern == report.distance_m.bitPattern, "\(id)")

      let raw = report.waterfall["raw_m"] ?? .nan
      let shares = ["accuracy_m", "speed_m", "min_move_m"].reduce(0) { sum, name in
        sum + (report.waterfall[name] ?? .nan)
      }
      #expect(abs(raw - shares - report.distance_m) <= 1e-9, "\(id): raw \(raw)")

      guard let last = report.splits.last else { continue }
      #expect(last.to_m.bitPattern == report.distance_m.bitPattern, "\(id)")
      #expect(report.splits.reduce(0) { $0 + $1.distance_m } == report.distance_m, "\(id)")
    }
  }

  @Test func theReplayItselfSaysThatItAddsUp() throws {
    let tool = try Tool()
    for report in try reports(tool).prefix(20) {
      let text = try tool.run("replay", report.run.id).out.replacing("\n", with: " ")
      #expect(text.contains(": to the last bit the distance by "), "\(report.run.id)")
    }
  }
}
