internal import RunModel

/// Reads FIT files, also several in one, from bytes that arrive in pieces.
///
/// Of a damaged file everything is kept that stands before the fault, whatever its checksums say.
/// Reference: the protocol and profile 21.218 as Garmin publishes them, and what devices make of it.
final class FITReader: FormatReader {
  private var files = FITFiles()
  private var framing = FITFraming()
  private let maxFixes: Int
  /// So many of the longest runs may be chained: a fix of 13 bytes takes 60 in memory.
  private static let mostLongRuns = 4

  init(maxFixes: Int = defaultMaxFixes) {
    self.maxFixes = maxFixes
  }

  func read(_ bytes: Span<UInt8>) throws(FormatError) {
    framing.read(bytes, into: &files)
    try refuse()
  }

  func finish() throws(FormatError) -> Reading {
    framing.finish(into: &files)
    files.finish()
    try refuse()
    let runs = files.runs
    var findings = framing.findings
    if files.activityCount > 0 {
      findings.note(.chainedFileLeftOut, count: files.count - files.activityCount)
    }
    findings.add(files.findings)
    for run in runs { findings.inspect(run.fixes) }
    var diagnostics: [Diagnostic] = []
    if let fault = framing.fault {
      let error = error(for: fault)
      guard !runs.isEmpty || files.sayEnough else { throw error }
      diagnostics.append(
        Diagnostic(
          code: error.code.rawValue, count: framing.faultCount, place: error.place,
          detail: error.detail))
    }
    return Reading(
      format: .fit, kind: kind(of: runs), runs: runs,
      diagnostics: diagnostics + findings.diagnostics)
  }

  private func kind(of runs: [RecordedRun]) -> Reading.Kind {
    if runs.contains(where: { $0.hasTimes }) { return .activity }
    if !runs.isEmpty { return .plannedRoute }
    if files.activityCount > 0 { return .withoutPositions }
    return .noActivity("FIT \(files.firstType.map(FITFileType.word) ?? "of no type")")
  }

  private func refuse() throws(FormatError) {
    try checkFixCount(files.fixCount, limit: maxFixes)
    guard files.allFixCount / Self.mostLongRuns > maxFixes else { return }
    throw FormatError(
      code: .tooManyFixes, place: nil,
      detail: "its runs have \(files.allFixCount) fixes or more together, too many unless"
        + " --max-fixes asks for more")
  }

  private func error(for fault: FITFault) -> FormatError {
    let place = Place(byte: fault.byte)
    return switch fault.kind {
    case .header: FormatError(code: .fitDamaged, place: place, detail: "the header is damaged")
    case .truncated:
      FormatError(
        code: .truncated, place: place, detail: "the file ends inside its header or records")
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

/// What the FIT files hold that stand one behind the other. Of each only this is kept, as thousands of
/// empty ones fit into a small file.
private struct FITFiles: FITConsumer {
  private(set) var count = 0
  private(set) var activityCount = 0
  private(set) var runs: [RecordedRun] = []
  /// About the activities.
  private(set) var findings = Findings()
  /// The first that is stated.
  private(set) var firstType: Int64?
  /// True where there is more to say about one of them than where its bytes break off.
  private(set) var sayEnough = false
  private var current = FITActivity()
  private var mostFixes = 0
  private var keptFixes = 0

  /// Fixes of the file that has the most.
  var fixCount: Int { max(mostFixes, current.fixCount) }
  /// Fixes of all files.
  var allFixCount: Int { keptFixes + current.fixCount }

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
    mostFixes = fixCount
    firstType = firstType ?? current.fileType
    sayEnough = sayEnough || current.saysEnough
    if current.isActivity {
      activityCount += 1
      keptFixes += current.fixCount
      runs += current.runs()
      findings.add(current.findings)
    }
    current = FITActivity()
  }
}
