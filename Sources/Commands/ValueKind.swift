internal import RunModel

/// What may stand in a place of the command line, as its name in help says: `RUN`, `FILE`, `km|mi`.
enum ValueKind: Hashable, Sendable {
  case file, folder, run, parameterSet, sport
  case choice(String)
  /// Words of a fixed list, with commas between.
  case list([String])

  /// The kinds between the bars of a name in help; none where only a person knows what to type there.
  static func all(in name: String) -> [ValueKind] {
    name.split(separator: "|").flatMap { part -> [ValueKind] in
      let word = part.drop { $0 == "[" }.prefix { !"]…".contains($0) }
      switch word {
      case "FILE", "FILE.csv", "JSON", "PATH": return [.file]
      case "DIR": return [.folder]
      case "RUN": return [.run]
      case "REF": return [.parameterSet]
      case "SPORT": return [.sport]
      case "KIND": return TruthKind.allCases.map { .choice($0.rawValue) }
      case "CONSTANT,": return [.list(FilterConstant.allCases.map(\.rawValue))]
      default:
        let isChoice = word.first?.isLowercase ?? false
        return isChoice ? [.choice(String(word))] : []
      }
    }
  }

  /// The words of a fixed list in it: `km` and `mi`.
  static func choices(in name: String) -> [String] {
    all(in: name).compactMap { kind in
      if case .choice(let word) = kind { word } else { nil }
    }
  }
}

/// A place among a command's operands.
struct OperandSlot {
  var kinds: [ValueKind]
  /// True where further operands are of these kinds too.
  var isRepeated: Bool
}

extension CommandHelp {
  /// What it takes.
  var allOptions: [OptionHelp] {
    options + Self.commonOptions.filter { hasJSON || $0.name != CommonOptions.json.help.name }
  }

  /// What it takes and heeds.
  var listedOptions: [OptionHelp] {
    allOptions.filter { option in
      switch option.name {
      case CommonOptions.jobs.help.name: hasJobs
      case CommonOptions.units.help.name: hasUnits
      default: true
      }
    }
  }

  /// The operands one by one: `RUN… | --all` is one place for a run, repeated.
  var operandSlots: [OperandSlot] {
    var slots: [OperandSlot] = []
    var (joins, skips) = (false, false)
    for word in operands.split(separator: " ").map(String.init) {
      if skips {
        skips = false
      } else if word.hasPrefix("--") {
        skips = allOptions.contains { $0.name == word && $0.valueName != nil }
      } else if word != "|" {
        let kinds = ValueKind.all(in: word)
        if joins, let last = slots.indices.last {
          slots[last].kinds += kinds
        } else {
          slots.append(OperandSlot(kinds: kinds, isRepeated: word.contains("…")))
        }
      }
      joins = word == "|"
    }
    return slots
  }

  /// What may stand in the place behind so many operands.
  func operandKinds(behind count: Int) -> [ValueKind] {
    let slots = operandSlots
    if count < slots.count { return slots[count].kinds }
    return slots.last.flatMap { $0.isRepeated ? $0.kinds : nil } ?? []
  }
}
