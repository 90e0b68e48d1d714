/// True where two numbers of degrees stand side by side, as exactly as a kilometre.
func holdsPlace(_ text: String) -> Bool { text.contains(pairOfDegrees()) }

/// The text without what may be somebody's place: messages end up in logs and in questions to others.
func withoutPlaces(_ text: String) -> String { text.replacing(pairOfDegrees(), with: "…") }

/// The same, also without a single number that is as exact as a house: one of the words of the command line.
func withoutPlacesAndDegrees(_ text: String) -> String {
  withoutPlaces(text).replacing(/[-+]?\b[0-9]{1,3}[.,][0-9]{4,}\b/, with: "…")
}

private func pairOfDegrees() -> Regex<Substring> {
  /[-+]?\b[0-9]{1,3}[.,][0-9]{2,}[°NSEWnsew]*(?:[,;\/ ]| [,;\/])\s*[-+]?[0-9]{1,3}[.,][0-9]{2,}[°NSEWnsew]*/
}
