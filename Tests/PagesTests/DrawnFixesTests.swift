import RunModel
import Testing

@testable import Pages
@testable import Reports

@Suite struct DrawnFixesTests {
  private static func verdicts(_ count: Int, dropping isDropped: (Int) -> Bool) -> [Verdict] {
    (0..<count).map { $0 == 0 ? .segmentStart : isDropped($0) ? .overMaxSpeed : .counted }
  }

  @Test func aRunThatFitsIsWhole() {
    let drawn = DrawnFixes(
      Self.verdicts(100) { $0 == 7 }, segments: Array(repeating: 0, count: 100), most: 100)
    #expect(drawn.seqs == Array(0..<100))
    #expect(!drawn.isThinned)
  }

  @Test func thinningKeepsWhatWasDroppedAndTheEndsOfSegments() {
    let count = 1_000_000
    let verdicts = Self.verdicts(count) { $0 % 997 == 5 }
    let segments = (0..<count).map { Int32($0 / 250_000) }
    let drawn = DrawnFixes(verdicts, segments: segments)
    let kept = Set(drawn.seqs)
    #expect(kept.count == DrawnFixes.most && drawn.seqs == kept.sorted())
    #expect(drawn.total == count && drawn.isThinned)
    for seq in 0..<count where verdicts[seq].isDropped { #expect(kept.contains(seq)) }
    for end in [0, 249_999, 499_999, 749_999, 999_999] { #expect(kept.contains(end)) }
    // The others stand evenly: no stretch is left out.
    let widest = zip(drawn.seqs, drawn.seqs.dropFirst()).map { $1 - $0 }.max() ?? 0
    #expect(widest <= 2 * count / (DrawnFixes.most - 1_100))
  }

  @Test func droppedFixesThatAreTooManyAreThinnedEvenly() {
    let drawn = DrawnFixes(
      Self.verdicts(10_000) { _ in true }, segments: Array(repeating: 0, count: 10_000), most: 100)
    #expect(drawn.seqs.count == 100)
    #expect(zip(drawn.seqs, drawn.seqs.dropFirst()).allSatisfy { $1 - $0 == 100 })
  }

  @Test func differencesGoOnBehindWhatIsNotKnown() {
    let drawn = DrawnFixes(
      Self.verdicts(5) { _ in false }, segments: Array(repeating: 0, count: 5))
    let values = [100, nil, 103, 101, nil]
    #expect(drawn.differences { values[$0] }.line == "[100,null,3,-2,null]\n")
  }

  @Test func differencesThatNoIntegerHoldsAreNotKnown() {
    let drawn = DrawnFixes(
      Self.verdicts(3) { _ in false }, segments: Array(repeating: 0, count: 3))
    let values = [Int.max, Int.min, Int.max]
    #expect(drawn.differences { values[$0] }.line == "[\(Int.max),null,0]\n")
  }
}
