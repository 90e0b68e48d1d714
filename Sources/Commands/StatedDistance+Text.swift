internal import Pipelines

extension StatedDistance {
  private static let metresByUnit = [("km", 1000.0), ("mi", 1609.344), ("m", 1.0)]
  /// Once round the Earth on foot is no run.
  private static let longest = 1e8

  /// Reads "10.02km", "6.2 mi" or "10020 m"; nil for anything else.
  init?(written text: String) {
    let text = text.lowercased().filter { $0 != " " }
    guard let (unit, metres) = Self.metresByUnit.first(where: { text.hasSuffix($0.0) }) else {
      return nil
    }
    let figure = text.dropLast(unit.count)
    guard figure.wholeMatch(of: /[0-9]+(\.[0-9]+)?/) != nil, let value = Double(figure),
      value > 0, value * metres <= Self.longest
    else { return nil }
    let decimals = figure.split(separator: ".").dropFirst().first?.count ?? 0
    let lastDigit = metres * (0..<decimals).reduce(1.0) { unit, _ in unit / 10 }
    self.init(metres: value * metres, rounding: lastDigit / 2)
  }
}
