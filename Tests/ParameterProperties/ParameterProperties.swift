internal import Commands
internal import Foundation
internal import ReaderProperties
internal import RunModel

/// Reads bytes that may be parameter sets or constants of one, and holds what comes of it against all
/// that must be true.
///
/// - Parameter path: where the bytes are written to; the file is overwritten.
/// - Returns: false for what is neither.
/// - Throws: a ``Violation``; or what writing the file throws.
@discardableResult
package func checkParameters(_ bytes: [UInt8], at path: String) throws -> Bool {
  try Data(bytes).write(to: URL(filePath: path))
  let sets = try exportedSets(path)
  try require(sets == exportedSets(path), "it is read in another way again")
  for set in sets ?? [] {
    try require(ParameterReference.isName(set.reference.name), "a name is none")
    try require(set.note?.count ?? 0 <= ParameterSet.longestNote, "a note has no bound")
    try require(set.rules.maxSpeed != 0 && set.rules.maxGap != 0, "a limit leaves nothing")
    try checkRules(set.rules)
  }
  try require(
    Set(sets.map { $0.map(\.reference.description) } ?? []).count == sets?.count ?? 0,
    "a set is there twice")
  guard let rules = try changedRules(path) else { return sets != nil }
  try checkRules(rules)
  return true
}

private func exportedSets(_ path: String) throws -> [ParameterSet]? {
  do {
    return try ExportedSets(path: path).sets
  } catch let error as InputError {
    try require(!error.sentence.isEmpty, "a refusal has no words")
    return nil
  }
}

private func changedRules(_ path: String) throws -> FilterRules? {
  do {
    var rules = FilterRules(maxAccuracy: nil, maxSpeed: nil, minMove: nil)
    try ParameterFile(path: path).apply(to: &rules)
    return rules
  } catch let error as InputError {
    try require(!error.sentence.isEmpty, "a refusal has no words")
    return nil
  }
}

private func checkRules(_ rules: FilterRules) throws {
  try require(rules.engine >= 1, "an engine is \(rules.engine)")
  for limit in [rules.maxAccuracy, rules.maxSpeed, rules.minMove, rules.maxGap] {
    try require(limit.map { $0.isFinite && $0.sign == .plus } ?? true, "a limit is none")
  }
}
