internal import RunFormats
internal import RunModel

/// The formats that runs are written in; the raw value is also the file's extension.
package enum WrittenFormat: String, Sendable, CaseIterable {
  case gpx, tcx, fit

  func bytes(of runs: [RecordedRun], creator: String) -> [UInt8] {
    switch self {
    case .gpx: Array(writeGPX(runs, creator: creator).utf8)
    case .tcx: Array(writeTCX(runs, creator: creator).utf8)
    case .fit: writeFIT(runs, creator: creator)
    }
  }
}
