/// A number as a table writes it, with a point or a comma before its decimals and, where it has both,
/// the other one between thousands.
///
/// Nil for anything else, also for what is not finite.
func writtenNumber(_ text: String) -> Double? {
  let isNumeric = text.utf8.allSatisfy { (0x30...0x39).contains($0) || ",.-+eE".utf8.contains($0) }
  guard isNumeric, !text.isEmpty else { return nil }
  var plain = text
  if text.contains(",") {
    let isDecimal =
      text.lastIndex(of: ",") ?? text.startIndex > text.lastIndex(of: ".") ?? text.startIndex
    plain =
      isDecimal ? text.filter { $0 != "." }.replacing(",", with: ".") : text.filter { $0 != "," }
  }
  return Double(plain).flatMap { $0.isFinite ? $0 : nil }
}

/// Metres that can be a distance on Earth; nil for 0 too, which services write where they know none.
func distance(_ metres: Double?) -> Double? {
  metres.flatMap { $0 > 0 && $0 < 100_000_000 ? $0 : nil }
}

extension String {
  /// Nil instead of nothing.
  var nonEmpty: String? { isEmpty ? nil : self }
}
