extension SeededGenerator {
  /// Uniform in [0, 1), in steps of 2⁻⁵³.
  package mutating func unit() -> Double {
    Double(next() >> 11) * 0x1p-53
  }

  /// Uniform between the bounds.
  package mutating func uniform(_ range: ClosedRange<Double>) -> Double {
    range.lowerBound + unit() * (range.upperBound - range.lowerBound)
  }

  /// A whole number of the range.
  ///
  /// The bias of the multiplication is below 2⁻³²; the standard library's own draw is not promised
  /// to stay the same.
  package mutating func whole(_ range: ClosedRange<Int>) -> Int {
    let (high, _) = next().multipliedFullWidth(by: UInt64(range.count))
    return range.lowerBound + Int(high)
  }

  package mutating func element<T>(of choices: [T]) -> T {
    choices[whole(0...(choices.count - 1))]
  }

  /// Normal with mean 0 and deviation 1, as the sum of twelve uniform draws less six: no logarithm,
  /// so the same bits everywhere; nothing lies beyond ±6.
  ///
  /// Source: D. Knuth, "The Art of Computer Programming" 2, 3.4.1.
  package mutating func normal() -> Double {
    (0..<12).reduce(-6.0) { sum, _ in sum + unit() }
  }
}
