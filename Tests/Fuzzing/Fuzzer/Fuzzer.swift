import Foundation
import ParameterProperties
import ReaderProperties
import RunFormats
import TestSupport

/// Tells whether bytes hold anything that a reader reads; throws where they break a promise.
private typealias Check = @Sendable (_ bytes: [UInt8], _ isThorough: Bool) throws -> Bool

private let checks: [String: Check] = [
  "gpx": { try checkReading(of: $0, isThorough: $1) == .readable(.gpx) },
  "tcx": { try checkReading(of: $0, isThorough: $1) == .readable(.tcx) },
  "fit": { try checkReading(of: $0, isThorough: $1) == .readable(.fit) },
  "polar": { try checkReading(of: $0, isThorough: $1) == .readable(.polar) },
  "uploads": { bytes, _ in try checkUpload(bytes) },
  "recorder": { bytes, _ in try checkRecorderDatabase(bytes, at: try pathOfInput()) },
  "exports": { bytes, _ in try checkExport(bytes) },
  "truths": { bytes, _ in try checkTruths(bytes) },
  "parameters": { bytes, _ in try checkParameters(bytes, at: try pathOfInput()) },
  "archives": { bytes, _ in
    try checkArchive(bytes, at: try pathOfInput())
    return true
  },
  "bodies": { bytes, _ in try checkBodies(bytes) },
]

private let check: Check = {
  let reader = ProcessInfo.processInfo.environment["FUZZ_READER"] ?? ""
  guard let check = checks[reader] else {
    print("FUZZ_READER must name one of: \(checks.keys.sorted().joined(separator: ", "))")
    exit(64)
  }
  return check
}()

/// One folder for all inputs of this process.
private let folder = Result { try TemporaryFolder() }

private func pathOfInput() throws -> String {
  try folder.get().url.appending(path: "input").path
}

/// libFuzzer's entry.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  // Safety: libFuzzer hands over `count` bytes that live during this call.
  let bytes = unsafe Array(UnsafeBufferPointer(start: start, count: count))
  return fuzz { try check(bytes, $0) }
}
