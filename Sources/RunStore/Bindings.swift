package import Hashing
package import RunModel
package import SQLite

extension RunID: Bindable { package var bound: BoundValue { .text(hex) } }
extension SHA256Digest: Bindable { package var bound: BoundValue { .blob(bytes) } }
extension Timestamp: Bindable { package var bound: BoundValue { .integer(milliseconds) } }
extension Sport: Bindable { package var bound: BoundValue { .text(rawValue) } }

extension Statement {
  func runID(_ column: Int) -> RunID? { text(column).flatMap { RunID($0) } }

  func digest(_ column: Int) -> SHA256Digest? { blob(column).flatMap { SHA256Digest(bytes: $0) } }

  func timestamp(_ column: Int) -> Timestamp? { int64(column).map(Timestamp.init(milliseconds:)) }

  /// A reference in two neighbouring columns: name, then version.
  func parameterReference(_ column: Int) -> ParameterReference? {
    guard let name = text(column), let version = integer(column + 1) else { return nil }
    return ParameterReference(name, version)
  }

  /// A place in two neighbouring columns, byte and line; nil where neither is known.
  func place(_ column: Int) -> Place? {
    let place = Place(byte: integer(column), line: integer(column + 1))
    return place == Place() ? nil : place
  }
}
