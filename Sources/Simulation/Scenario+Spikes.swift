extension Scenario {
  /// Moves fixes off, each spike among fixes that no other touches; what does not fit is left out.
  func plantSpikes(
    in samples: inout [Sample], _ generator: inout SeededGenerator
  ) -> [SimulatedRun.PlantedSpike] {
    var planted: [SimulatedRun.PlantedSpike] = []
    for wanted in spikes {
      for _ in 0..<wanted.count {
        guard
          let seqs = freeSeqs(wanted.fixesEach, among: samples.count, planted, &generator)
        else { continue }
        let off = Offset.towards(turns: generator.unit(), metres: wanted.size)
        for seq in seqs {
          samples[seq].spike = off
          switch wanted.kind {
          case .jump: break
          case .poorAccuracy:
            samples[seq].accuracy = rounded(
              wanted.size * generator.uniform(1...1.5), decimals: 1)
          case .invalidAccuracy: samples[seq].accuracy = -1
          }
        }
        planted.append(SimulatedRun.PlantedSpike(kind: wanted.kind, seqs: seqs))
      }
    }
    return planted.sorted { $0.seqs.lowerBound < $1.seqs.lowerBound }
  }

  /// A stretch of fixes with two untouched ones on either side; nil where a hundred draws find none.
  private func freeSeqs(
    _ length: Int, among count: Int, _ planted: [SimulatedRun.PlantedSpike],
    _ generator: inout SeededGenerator
  ) -> Range<Int>? {
    let margin = 2
    guard length > 0, count >= length + 2 * margin else { return nil }
    for _ in 0..<100 {
      let first = generator.whole(margin...(count - length - margin))
      let wide = (first - margin)..<(first + length + margin)
      if !planted.contains(where: { $0.seqs.overlaps(wide) }) { return first..<(first + length) }
    }
    return nil
  }
}
