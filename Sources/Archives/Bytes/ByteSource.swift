/// Bytes that come one piece after the other.
protocol ByteSource: AnyObject {
  /// The next piece, at most ``OpenFile/pieceLength`` long; empty at the end.
  func next() throws(ArchiveError) -> [UInt8]
}

/// A part of a file, or all of it.
final class FileSource: ByteSource {
  private let file: OpenFile
  private var offset: Int
  private let end: Int

  init(_ file: OpenFile, range: Range<Int>) {
    self.file = file
    offset = range.lowerBound
    end = range.upperBound
  }

  func next() throws(ArchiveError) -> [UInt8] {
    let bytes = try file.read(at: offset, count: min(OpenFile.pieceLength, end - offset))
    offset += bytes.count
    return bytes
  }
}

/// Another source with a piece of it put back in front.
final class ResumedSource: ByteSource {
  private var first: [UInt8]
  private let rest: any ByteSource

  init(_ first: [UInt8], then rest: any ByteSource) {
    self.first = first
    self.rest = rest
  }

  func next() throws(ArchiveError) -> [UInt8] {
    guard !first.isEmpty else { return try rest.next() }
    defer { first = [] }
    return first
  }
}

/// What another source's bytes decompress to; of gzip all streams that stand one behind the other.
///
/// Whatever can be had before a fault is handed out first.
final class InflatingSource: ByteSource {
  private let packed: any ByteSource
  private let wrapping: Inflater.Wrapping
  private let limits: Limits
  private let inflater: Inflater
  private var input: [UInt8] = []
  private var position = 0
  private var inputBefore = 0
  private var produced = 0
  private var isFinished = false
  private var fault: ArchiveError?

  init(_ packed: any ByteSource, _ wrapping: Inflater.Wrapping, limits: Limits) {
    self.packed = packed
    self.wrapping = wrapping
    self.limits = limits
    inflater = Inflater(wrapping)
  }

  func next() throws(ArchiveError) -> [UInt8] {
    if let fault { throw fault }
    while !isFinished {
      try refill()
      let (output, status) = inflater.inflate(input, from: &position)
      produced += output.count
      if limits.isRatioExceeded(output: produced, input: inputBefore + position) {
        throw ArchiveError(.ratio, "it unpacks to more than \(limits.ratio) times its size")
      }
      switch status {
      case .needsInput: break
      case .end: try endStream()
      case .damaged: fault = ArchiveError(.damagedData, "the compressed data is damaged")
      }
      if !output.isEmpty { return output }
      if let fault { throw fault }
    }
    return []
  }

  private func refill() throws(ArchiveError) {
    guard position == input.count else { return }
    inputBefore += position
    position = 0
    input = try packed.next()
    guard input.isEmpty, !isFinished else { return }
    throw ArchiveError(.truncated, "the compressed data ends too early")
  }

  /// Looks whether another gzip stream follows; anything else behind the first is padding.
  private func endStream() throws(ArchiveError) {
    isFinished = true
    guard wrapping == .gzip else { return }
    if input.count - position < 2 {
      let rest = try packed.next()
      inputBefore += position
      input = input[position...] + rest
      position = 0
    }
    if isGzip(input[position...]) {
      inflater.restart()
      isFinished = false
    }
  }
}

/// True where bytes begin as a gzip stream does (RFC 1952).
func isGzip(_ bytes: some Sequence<UInt8>) -> Bool {
  bytes.starts(with: [0x1F, 0x8B])
}
