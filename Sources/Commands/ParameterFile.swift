internal import Foundation
internal import Geodesy
package import RunModel

/// Constants of a parameter set in a JSON file, with the keys of `params show --json`.
///
/// A key that is absent says nothing; null turns that rule off.
package struct ParameterFile {
  private static let mostBytes = 1 << 16
  private let changes: ConstantChanges

  /// - Parameter path: `-` for stdin.
  /// - Throws: ``InputError`` naming the file and what is wrong in it; `Cancelled`.
  package init(path: String) throws {
    changes = try decodeJSON(ConstantChanges.self, path: path, atMost: Self.mostBytes)
  }

  package func apply(to rules: inout FilterRules) {
    changes.apply(to: &rules)
  }
}

/// What a JSON object changes in a set of rules.
struct ConstantChanges: Decodable {
  private struct Key: CodingKey, Hashable {
    let stringValue: String
    let intValue: Int? = nil

    init(_ name: String) { stringValue = name }
    init?(stringValue: String) { self.init(stringValue) }
    init?(intValue: Int) { nil }
  }

  /// What `params show --json` says besides the constants.
  private static let ignored: Set<String> = [
    "name", "version", "current", "digest", "current_for", "note", "created_at",
  ]

  private var all: [(inout FilterRules) -> Void] = []
  /// All that the object has, those that change nothing too.
  let keys: Set<String>

  init(from decoder: any Decoder) throws {
    let object = try decoder.container(keyedBy: Key.self)
    keys = Set(object.allKeys.map(\.stringValue))
    for key in object.allKeys.sorted(by: { $0.stringValue < $1.stringValue }) {
      switch key.stringValue {
      case "max_accuracy_m": try limit(key, in: object, of: \.maxAccuracy)
      case "max_speed_mps": try limit(key, in: object, of: \.maxSpeed)
      case "min_move_m": try limit(key, in: object, of: \.minMove)
      case "max_gap_s": try limit(key, in: object, of: \.maxGap)
      case "missing_accuracy": try word(key, in: object, of: \.missingAccuracy)
      case "earth": try word(key, in: object, of: \.earth)
      case "engine":
        guard let engine = try? object.decode(Int.self, forKey: key), engine >= 1 else {
          throw InputError(sentence: "engine is a whole number from 1 on")
        }
        all.append { $0.engine = engine }
      case let name where !Self.ignored.contains(name):
        throw InputError(sentence: "“\(name.prefix(80))” is no constant of a parameter set")
      default: break
      }
    }
  }

  func apply(to rules: inout FilterRules) {
    for change in all { change(&rules) }
  }

  private mutating func limit(
    _ key: Key, in object: KeyedDecodingContainer<Key>,
    of constant: WritableKeyPath<FilterRules, Double?>
  ) throws {
    if try object.decodeNil(forKey: key) {
      all.append { $0[keyPath: constant] = nil }
    } else if let value = try? object.decode(Double.self, forKey: key), value >= 0 {
      // Not −0, which is stored as 0.
      all.append { $0[keyPath: constant] = value + 0 }
    } else {
      throw InputError(sentence: "\(key.stringValue) is a number from 0 on, or null for off")
    }
  }

  private mutating func word<Word: RawRepresentable & CaseIterable>(
    _ key: Key, in object: KeyedDecodingContainer<Key>,
    of constant: WritableKeyPath<FilterRules, Word>
  ) throws where Word.RawValue == String {
    let text = try? object.decode(String.self, forKey: key)
    guard let word = text.flatMap(Word.init(rawValue:)) else {
      let words = Word.allCases.map(\.rawValue).joined(separator: " or ")
      throw InputError(sentence: "\(key.stringValue) is \(words)")
    }
    all.append { $0[keyPath: constant] = word }
  }
}
