package import RunAnalysis

extension Diagnosis {
  /// One object; the keys of its evidence are those figures that could be told, with their units.
  package var json: JSON {
    [
      "kind": .text(kind.rawValue),
      "seq_from": .integer(seqs.lowerBound),
      "seq_to": .integer(seqs.upperBound),
      "occurrences": .integer(occurrences),
      "effect_m": .optional(effect),
      "evidence": .object(
        Figure.allCases.compactMap { figure in
          evidence[figure].map { (figure.rawValue, .number($0)) }
        }),
    ]
  }
}
