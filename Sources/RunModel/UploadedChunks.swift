/// The parts of a recorder's upload of one run that have come.
package struct UploadedChunks: Sendable, Equatable {
  package struct Extent: Sendable, Equatable {
    package let firstSeq: Int
    package let count: Int

    package init(firstSeq: Int, count: Int) {
      self.firstSeq = firstSeq
      self.count = count
    }
  }

  /// By number.
  package private(set) var extents: [Int: Extent] = [:]
  /// How many there are in all; nil where the recorder has not said so.
  package var total: Int?

  /// More are none that anybody recorded: at 300 fixes each, a year without a pause.
  package static let numbers = 0...100_000

  package init() {}

  /// - Returns: false where the chunk had come before.
  @discardableResult
  package mutating func insert(_ number: Int, _ extent: Extent) -> Bool {
    guard extents[number] == nil else { return false }
    extents[number] = extent
    return true
  }

  /// The numbers of those that have not come, as far as can be told: all that the recorder counted,
  /// or those before the last that came.
  package var missing: [Int] {
    guard let last = extents.keys.max() ?? total.map({ $0 - 1 }) else { return [] }
    let end = total.map { firstNumber + $0 } ?? last + 1
    return (firstNumber..<max(firstNumber, end)).filter { extents[$0] == nil }
  }

  package var isComplete: Bool { total != nil && missing.isEmpty }

  /// Recorders number from 0 or from 1; what has come tells which: a chunk 0, a number that only
  /// counting from 1 reaches, or else how many fixes lie before the first one that is there.
  private var firstNumber: Int {
    guard extents[0] == nil, let last = extents.keys.max() else { return 0 }
    if let total, last >= total { return 1 }
    let filled = extents.filter { $0.value.count > 0 }
    guard let first = filled.min(by: { $0.key < $1.key }) else { return 0 }
    let length = Double(filled.values.map(\.count).max() ?? 0)
    let (start, number) = (Double(first.value.firstSeq), Double(first.key))
    return abs(start - (number - 1) * length) < abs(start - number * length) ? 1 : 0
  }
}
