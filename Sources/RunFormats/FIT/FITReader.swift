internal import RunModel

/// Reads FIT files, also several in one, from bytes that arrive in pieces.
///
/// Of a damaged file everything is kept that stands before the fault, whatever its checksums say.
/// Reference: the protocol and profile 21.218 as Garmin publishes them, and what devices make of it.
package final class FITReader: FormatReader {
  private var files = FITFiles()
  private var framing = FITFraming()
  private let maxFixes: Int

  package init(maxFixes: Int = defaultMaxFixes) {
    self.maxFixes = maxFixes
  }

  package func read(_ bytes: Span<UInt8>) throws(FormatError) {
    framing.read(bytes, into: &files)
    try refuse()
  }

  package func finish() throws(FormatError) -> Reading {
    framing.finish(into: &files)
    files.finish()
    try refuse()
    let activities = files.all.filter(\.isActivity)
    let runs = activities.flatMap { $0.runs() }
    var findings = framing.findings
    if !activities.isEmpty {
      findings.note(.chainedFileLeftOut, count: files.count - activities.count)
    }
    for activity in activities { findings.add(activity.findings) }
    for run in runs { findings.inspect(run.fixes) }
    var diagnostics: [Diagnostic] = []
    if let fault = framing.fault {
      let error = error(for: fault)
      guard !runs.isEmpty || files.all.contains(where: \.saysEnough) else { throw error }
      diagnostics.append(
        Diagnostic(
          code: error.code.rawValue, count: framing.faultCount, place: error.place,
          detail: error.detail))
    }
    return Reading(
      format: .fit, kind: kind(of: runs, activities), runs: runs,
      diagnostics: diagnostics + findings.diagnostics)
  }

  private func kind(of runs: [RecordedRun], _ activities: [FITActivity]) -> Reading.Kind {
    if runs.contains(where: { $0.hasTimes }) { return .activity }
    if !runs.isEmpty { return .plannedRoute }
    if !activities.isEmpty { return .withoutPositions }
    let types = files.all.lazy.compactMap(\.fileType)
    return .noActivity("FIT \(types.first.map(FITFileType.word) ?? "of no type")")
  }

  private func refuse() throws(FormatError) {
    guard files.mostFixes > maxFixes else { return }
    throw FormatError(
      code: .tooManyFixes, place: nil,
      detail: "a run has \(files.mostFixes) fixes or more; \(maxFixes) are read unless asked for"
        + " more")
  }

  private func error(for fault: FITFault) -> FormatError {
    let place = Place(byte: fault.byte)
    return switch fault.kind {
    case .truncated:
      FormatError(code: .truncated, place: place, detail: "the file ends inside its records")
    case .definition:
      FormatError(code: .fitDamaged, place: place, detail: "a definition message is damaged")
    case .undefinedMessage:
      FormatError(
        code: .fitDamaged, place: place, detail: "a message's kind was never defined")
    case .overrun:
      FormatError(
        code: .fitDamaged, place: place, detail: "a message goes on behind the end of the records")
    }
  }
}

/// The FIT files that stand one behind the other.
private struct FITFiles: FITConsumer {
  /// Those that say what they are, or hold fixes.
  private(set) var all: [FITActivity] = []
  private(set) var count = 0
  private var current = FITActivity()
  private var mostBefore = 0

  /// How many fixes the file has that has most.
  var mostFixes: Int { max(mostBefore, current.fixCount) }

  mutating func beginFile() {
    finish()
    count += 1
  }

  mutating func define(_ local: Int, _ definition: FITDefinition) {
    current.define(local, definition)
  }

  mutating func take(_ local: Int, _ bytes: Span<UInt8>, time: UInt32?) {
    current.take(local, bytes, time: time)
  }

  mutating func breakOff() {
    current.isBrokenOff = true
  }

  /// Tells that no more bytes follow.
  mutating func finish() {
    current.finish()
    mostBefore = mostFixes
    if current.hasFileID || current.fixCount > 0 { all.append(current) }
    current = FITActivity()
  }
}
