internal import Foundation
internal import Pipelines
package import RunModel

/// Parameter sets as `params export` writes them: an object, or an array of objects.
package struct ExportedSets {
  private static let mostBytes = 1 << 20

  /// Each once.
  package let sets: [ParameterSet]

  /// - Parameter path: `-` for stdin.
  /// - Throws: ``InputError`` naming the file and what is wrong in it; `Cancelled`.
  package init(path: String) throws {
    let exported = try decodeJSON(OneOrMore.self, path: path, atMost: Self.mostBytes).sets
    guard !exported.isEmpty else { throw InputError(sentence: "\(path) holds no parameter set") }
    var sets: [ParameterSet] = []
    for set in exported {
      if let same = sets.first(where: { $0.reference == set.reference }) {
        guard same.digest == set.digest else {
          throw InputError(
            sentence: "\(path): \(set.reference) is there twice, with other constants")
        }
      } else {
        sets.append(set)
      }
    }
    self.sets = sets
  }
}

private struct OneOrMore: Decodable {
  let sets: [ParameterSet]

  init(from decoder: any Decoder) throws {
    guard var list = try? decoder.unkeyedContainer() else {
      sets = [try ExportedSet(from: decoder).set]
      return
    }
    var sets: [ParameterSet] = []
    while !list.isAtEnd { sets.append(try list.decode(ExportedSet.self).set) }
    self.sets = sets
  }
}

private struct ExportedSet: Decodable {
  private enum Key: String, CodingKey { case name, version, engine, digest, note }

  private static let needed: Set<String> = [
    "name", "version", "engine", "digest", "max_accuracy_m", "max_speed_mps", "min_move_m",
    "max_gap_s", "missing_accuracy", "earth",
  ]

  let set: ParameterSet

  init(from decoder: any Decoder) throws {
    let object = try decoder.container(keyedBy: Key.self)
    // A newer engine may have constants that are not known here.
    if let engine = try? object.decode(Int.self, forKey: .engine), engine > newestEngineVersion {
      throw InputError(sentence: "engine version \(engine) is newer than this tool knows")
    }
    let changes = try ConstantChanges(from: decoder)
    let missing = Self.needed.subtracting(changes.keys).sorted()
    guard missing.isEmpty else {
      throw InputError(sentence: "\(missing.joined(separator: ", ")) is missing")
    }
    guard let name = try? object.decode(String.self, forKey: .name),
      ParameterReference.isName(name)
    else { throw InputError(sentence: "name is \(ParameterReference.nameRule)") }
    guard let version = try? object.decode(Int.self, forKey: .version),
      ParameterReference.versions.contains(version)
    else {
      throw InputError(
        sentence: "version is a whole number from 1 to \(ParameterReference.versions.upperBound)")
    }
    let reference = ParameterReference(name, version)
    var rules = FilterRules(maxAccuracy: nil, maxSpeed: nil, minMove: nil)
    changes.apply(to: &rules)
    guard rules.maxSpeed != 0, rules.maxGap != 0 else {
      throw InputError(sentence: "\(reference): a limit of 0 for speed or gap leaves nothing")
    }
    set = ParameterSet(
      reference: reference, rules: rules, note: try Self.note(in: object),
      createdAt: Timestamp(milliseconds: 0))
    guard let digest = try? object.decode(String.self, forKey: .digest),
      digest.lowercased() == set.digestText
    else {
      throw InputError(
        sentence: "\(reference): the digest is not that of these constants; one of them was changed"
      )
    }
  }

  private static func note(in object: KeyedDecodingContainer<Key>) throws -> String? {
    guard object.contains(.note), try !object.decodeNil(forKey: .note) else { return nil }
    guard let note = try? object.decode(String.self, forKey: .note),
      note.count <= ParameterSet.longestNote
    else {
      throw InputError(
        sentence: "note is a text of at most \(ParameterSet.longestNote) characters, or null")
    }
    return note
  }
}
