package import RunModel

/// A recorder's files of one run, as its app uploads them.
package struct RecorderUploadBuilder {
  package var run: String
  package var fixes: Fixes
  package var chunkLength = 300
  /// The number of the first chunk.
  package var firstChunk = 0
  package var firstSeq = 0
  /// Metres, by the recorder.
  package var distance = 1234.5

  package init(run: String, fixes: Fixes) {
    self.run = run
    self.fixes = fixes
  }

  package var chunkCount: Int { (fixes.count + chunkLength - 1) / chunkLength }
  package var chunkNumbers: Range<Int> { firstChunk..<firstChunk + chunkCount }

  /// - Returns: the path below a folder, and the content.
  package func chunk(_ number: Int) -> (path: String, text: String) {
    let start = (number - firstChunk) * chunkLength
    let points = (start..<min(start + chunkLength, fixes.count)).map(point)
    return (
      "\(run)/chunks/\(number).json", "{\"points\":[\(points.joined(separator: ",\n"))]}"
    )
  }

  package var completion: (path: String, text: String) {
    let span = fixes.timeSpan.map { ($0.lowerBound.milliseconds, $0.upperBound.milliseconds) }
    return (
      "\(run)/complete.json",
      """
      {"chunkCount": \(chunkCount), "startedAt": \(span?.0 ?? 0), "endedAt": \(span?.1 ?? 0),
       "distanceM": \(distance)}
      """
    )
  }

  /// All chunks, then the message that ends them.
  package var files: [(path: String, text: String)] { chunkNumbers.map(chunk) + [completion] }

  private func point(_ index: Int) -> String {
    let accuracy = fixes[.accuracy].isEmpty ? .nan : fixes[.accuracy][index]
    return """
      {"seq":\(firstSeq + index),"segment":\(fixes.segment[index]),"t":\(fixes.time[index]),\
      "lat":\(fixes.latitude[index]),"lon":\(fixes.longitude[index]),\
      "acc":\(accuracy.isNaN ? "null" : "\(accuracy)")}
      """
  }
}
