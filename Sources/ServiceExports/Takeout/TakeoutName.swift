package import RunModel

/// What Google Takeout says of an activity in the name of its TCX file, whose content knows running,
/// riding and nothing else: `2017-10-29T23_08_59Z_PT2M5.699S_Walking.tcx`.
///
/// - Parameter name: without the folders before it.
/// - Returns: nil for a name of another form, or without a sport.
package func takeoutRecord(fileName name: Substring) -> ServiceRecord? {
  // Making the pattern costs more than all else that is done for a file that is known.
  // A name in an archive may be as long as one likes, and its match takes the square of that.
  guard name.utf8.count <= longestFileName, name.hasSuffix(".tcx"), name.contains("_PT") else {
    return nil
  }
  let pattern = /\d{4}-\d\d-\d\dT\d\d_\d\d_\d\d\S*?_PT[0-9HMS.]+_([A-Za-z_ ]+)\.tcx/
  guard let match = name.wholeMatch(of: pattern), let sport = sport(String(match.1)) else {
    return nil
  }
  var record = ServiceRecord(service: .googleFit)
  record.sport = sport
  return record
}

/// Bytes, on the file systems of Linux, macOS and Windows.
private let longestFileName = 255
