/// Bytes that come one piece after the other.
protocol ByteSource: AnyObject {
  /// The next piece of at most `limit` bytes; empty at the end.
  func next(atMost limit: Int) throws(ArchiveError) -> [UInt8]
}

extension ByteSource {
  /// The next piece, at most ``OpenFile/pieceLength`` long; empty at the end.
  func next() throws(ArchiveError) -> [UInt8] {
    try next(atMost: OpenFile.pieceLength)
  }

  /// The first `count` bytes of what is still to come, fewer where it ends before.
  func beginning(_ count: Int) throws(ArchiveError) -> [UInt8] {
    var bytes: [UInt8] = []
    while bytes.count < count {
      let piece = try next(atMost: count - bytes.count)
      if piece.isEmpty { break }
      bytes += piece
    }
    return bytes
  }
}

/// A part of a file, or all of it.
final class RegionSource: ByteSource {
  private let region: ByteRegion
  private var offset = 0

  init(_ region: ByteRegion) {
    self.region = region
  }

  func next(atMost limit: Int) throws(ArchiveError) -> [UInt8] {
    let bytes = try region.read(at: offset, count: limit)
    guard bytes.count == min(limit, region.count - offset) else {
      throw ArchiveError(.truncated, "the file has become shorter")
    }
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

  func next(atMost limit: Int) throws(ArchiveError) -> [UInt8] {
    guard !first.isEmpty else { return try rest.next(atMost: limit) }
    let piece = first.count <= limit ? first : Array(first.prefix(limit))
    first = Array(first.dropFirst(limit))
    return piece
  }
}

/// What another source's bytes decompress to; of gzip all streams that stand one behind the other.
///
/// Whatever can be had before a fault is handed out first.
final class InflatingSource: ByteSource {
  private let packed: any ByteSource
  private let wrapping: Inflater.Wrapping
  private let limits: Limits
  /// Where the packed bytes begin, to say where they are damaged; nil where that is no place.
  private let offset: Int?
  private let inflater: Inflater
  private var input: [UInt8] = []
  private var position = 0
  private var inputBefore = 0
  private var produced = 0
  private var isFinished = false
  private var fault: ArchiveError?

  init(_ packed: any ByteSource, _ wrapping: Inflater.Wrapping, at offset: Int?, limits: Limits) {
    self.packed = packed
    self.wrapping = wrapping
    self.offset = offset
    self.limits = limits
    inflater = Inflater(wrapping)
  }

  func next(atMost limit: Int) throws(ArchiveError) -> [UInt8] {
    if let fault { throw fault }
    while !isFinished {
      try refill(limit)
      let (output, status) = inflater.inflate(input, from: &position, atMost: limit)
      produced += output.count
      if limits.isRatioExceeded(output: produced, input: consumed) {
        throw limits.ratioExceeded(at: place)
      }
      switch status {
      case .needsInput: break
      case .end: try endStream()
      case .damaged:
        fault = ArchiveError(.damagedData, byte: place, "the compressed data is damaged")
      case .mismatched:
        fault = ArchiveError(.checksum, byte: place, "the content is not what its checksum says")
      }
      if !output.isEmpty { return output }
      if let fault { throw fault }
    }
    return []
  }

  /// How many packed bytes were used up.
  var consumed: Int { inputBefore + position }

  /// Where the next packed byte lies.
  private var place: Int? {
    offset.map { $0 + consumed }
  }

  private func refill(_ limit: Int) throws(ArchiveError) {
    guard position == input.count else { return }
    inputBefore += position
    position = 0
    input = []
    input = try packed.next(atMost: limit)
    guard input.isEmpty, !isFinished else { return }
    throw ArchiveError(.truncated, byte: place, "the compressed data ends too early")
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
