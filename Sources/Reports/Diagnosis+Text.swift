package import RunAnalysis

extension Diagnosis {
  /// One or two sentences for people: what is wrong, what it did to the distance, and where.
  package var sentence: String {
    let said = [finding, effectClause].compactMap { $0 }.joined(separator: "; ")
    return capitalised(said) + (concernsAll ? "." : " (\(place)).")
  }

  private var finding: String {
    switch kind {
    case .wrongAnchor: wrongAnchor
    case .standingDrift:
      occurrences == 1
        ? "the position stayed at one place for \(time(.duration)), and \(length(.counted)) of drift "
          + "were counted there"
        : "the position stayed at \(grouped(occurrences)) places, for \(time(.duration)) in all, and "
          + "\(length(.counted)) of drift were counted there"
    case .straightOverHoles: straightOverHoles
    case .repeatedFixes: "\(fixes("stands", "stand")) in the recording twice"
    case .frozenPosition:
      "the position stayed the same for \(time(.duration)) while the device moved on"
    case .lateFirstFix:
      "the device had gone \(length(.deviceDistance)) before the first fix, about \(time(.duration)) of "
        + "the way, which are in no sum"
    case .indoorOrVirtual: indoorOrVirtual
    case .noAccuracy: noAccuracy
    case .timesGoBack:
      "the times go back at \(fixes()), by up to \(time(.longest))"
        + (evidence[.counted] == nil
          ? ""
          : "; \(length(.counted)) were counted there in long moves that the speed rule could not judge")
    case .timesRepeat:
      "\(fixes("has", "have")) the time of the fix before at another place, so the speed rule could "
        + "not judge \(isOne ? "it" : "them")"
    case .clockJump:
      "the clock jumped \(time(.shift)) \(value(.shift) < 0 ? "back" : "ahead")"
    case .weekRollover:
      "the dates are 1024 weeks off, as where a receiver's week number has begun again"
    case .sparseSampling:
      "there is a fix only every \(time(.medianInterval)), so corners are cut; the longest time "
        + "without one is \(time(.longest))"
    case .smartSampling:
      "the device chose when to write a fix, every \(time(.medianInterval)) as a rule; the longest time "
        + "without one is \(time(.longest))"
    case .deviceDistance: deviceDistance
    case .deviceSpeed:
      "for \(time(.duration)) the device's speed contradicts the positions: "
        + "\(speed(.deviceSpeed)) against \(speed(.positionSpeed))"
    }
  }

  private var wrongAnchor: String {
    let drops = "\(fixes("was", "were")) dropped for speed, but agree with each other: "
    if value(.wrongFixes) == 0 { return drops + "the track goes on elsewhere" }
    let anchor = evidence[.anchor].map { grouped($0) } ?? "–"
    return drops
      + (anchor == "0"
        ? "the first fix was probably wrong"
        : "fix \(anchor), which they were measured from, was probably wrong")
  }

  private var straightOverHoles: String {
    let holes = "\(time(.longest)) without a fix"
    if evidence[.holes] == 1 {
      return "\(holes) were counted as a straight line of \(length(.counted))"
    }
    return "\(grouped(value(.holes))) times of up to \(holes) were counted as straight lines, "
      + "\(length(.counted)) in all"
  }

  private var indoorOrVirtual: String {
    let what = "this is probably an indoor or a virtual activity: "
    if effect != nil {
      return what + "the position stayed within \(length(.extent)) while the device went "
        + "\(length(.deviceDistance)), and \(length(.ourDistance)) were counted"
    }
    return what
      + (evidence[.unevenness] == nil
        ? "its sport or device says so" : "its steps are more even than any receiver's")
  }

  private var noAccuracy: String {
    if evidence[.share] == 1 { return "no fix has an accuracy: the accuracy rule had no data" }
    return
      "\(percent(.share)) of the fixes have no accuracy: the accuracy rule had little to look at"
  }

  private var deviceDistance: String {
    let difference = value(.difference)
    let isFar = (evidence[.share] ?? .infinity).magnitude > 10
    let part = isFar ? "" : ", or \(percent(.share)),"
    return "the device says \(length(.deviceDistance)): \(metres(difference.magnitude))\(part) "
      + "\(difference < 0 ? "less" : "more") than is counted here"
  }

  /// What the fault did to the distance; nil where that is not known, or the finding has said it.
  private var effectClause: String? {
    let isSaid = [.lateFirstFix, .straightOverHoles, .indoorOrVirtual].contains(kind)
    guard let effect, !isSaid else { return nil }
    let size = effect.magnitude
    guard grouped(size, decimals: 1) != "0.0" else {
      return "the distance is the same without that"
    }
    return "about \(metres(size)) \(effect > 0 ? "were lost" : "too much were counted")"
  }

  /// True where it is about the run as a whole.
  package var concernsAll: Bool {
    switch kind {
    case .sparseSampling, .smartSampling, .deviceDistance, .indoorOrVirtual, .lateFirstFix,
      .noAccuracy:
      true
    default: false
    }
  }

  /// "fixes 1 to 31, and at 2 other places".
  private var place: String {
    let (first, last) = (grouped(seqs.lowerBound), grouped(seqs.upperBound))
    let here = seqs.count == 1 ? "fix \(first)" : "fixes \(first) to \(last)"
    if occurrences == 1 { return here }
    return here + ", and at \(counted(occurrences - 1, "other place", "other places"))"
  }
}

extension Diagnosis {
  private func value(_ figure: Figure) -> Double { evidence[figure] ?? .nan }

  private var isOne: Bool { evidence[.fixes] == 1 }

  /// "31 fixes were".
  private func fixes(_ one: String = "", _ many: String = "") -> String {
    let verb = isOne ? one : many
    return quantity(grouped(value(.fixes)), isOne ? "fix" : "fixes")
      + (verb.isEmpty ? "" : " \(verb)")
  }

  private func length(_ figure: Figure) -> String { metres(value(figure)) }

  private func speed(_ figure: Figure) -> String {
    quantity(grouped(value(figure), decimals: 1), "m/s")
  }

  private func percent(_ figure: Figure) -> String {
    quantity(grouped(100 * value(figure).magnitude), "%")
  }

  /// A time as people say it, without its sign: "45 s", "12 min", "3.5 h", "20 days".
  private func time(_ figure: Figure) -> String {
    let seconds = value(figure).magnitude
    guard seconds.isFinite else { return "–" }
    return switch seconds {
    case ..<120:
      quantity(secondsFigure(seconds < 10 ? (seconds * 10).rounded() / 10 : seconds.rounded()), "s")
    case ..<7_200: quantity(grouped(seconds / 60), "min")
    case ..<172_800:
      quantity(shortest((seconds / 360).rounded() / 10), "h")
    default: quantity(grouped(seconds / 86_400), "days")
    }
  }
}
