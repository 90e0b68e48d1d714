/// A stretch of an open file that is read as if it were a file of its own: what lies around it
/// cannot be reached.
struct ByteRegion {
  let file: OpenFile
  /// Within the file.
  let range: Range<Int>

  var count: Int { range.count }

  /// Up to `count` bytes from an offset in the region; fewer only where the region or the file ends.
  func read(at offset: Int, count: Int) throws(ArchiveError) -> [UInt8] {
    guard (0...self.count).contains(offset) else { return [] }
    return try file.read(at: range.lowerBound + offset, count: min(count, self.count - offset))
  }

  /// A part of the region, by offsets in it; what reaches beyond its end is cut off.
  subscript(part: Range<Int>) -> ByteRegion {
    let part = part.clamped(to: 0..<count)
    return ByteRegion(
      file: file,
      range: range.lowerBound + part.lowerBound..<range.lowerBound + part.upperBound)
  }
}
