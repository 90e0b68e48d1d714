/// The legs of a way by where they are, to tell how much of another way lies near it.
struct WayIndex {
  /// A cube of the space around the Earth.
  struct Cell: Hashable, Comparable {
    private let number: UInt64

    init(_ place: SIMD3<Double>) {
      self.init(at: Self.position(of: place))
    }

    fileprivate init(at position: SIMD3<Int64>) {
      // 21 bits an axis hold the Earth many times over.
      let bits = SIMD3<UInt64>(truncatingIfNeeded: position) & (1 << 21 - 1)
      number = bits.x << 42 | bits.y << 21 | bits.z
    }

    fileprivate static func position(of place: SIMD3<Double>) -> SIMD3<Int64> {
      SIMD3<Int64>((place / 200).rounded(.down))
    }

    static func < (left: Self, right: Self) -> Bool { left.number < right.number }
  }

  /// Cells next to one another: all in which a place can lie that is near the way within half a stride of another.
  private struct Block: Equatable {
    let low: SIMD3<Int64>
    let high: SIMD3<Int64>

    init(around place: SIMD3<Double>) {
      // The metre more is for rounding.
      let reach = RouteShape.near + Double(RouteShape.stride) / 2 + 1
      low = Cell.position(of: place - reach)
      high = Cell.position(of: place + reach)
    }

    func contains(_ position: SIMD3<Int64>) -> Bool {
      all(position .>= low) && all(position .<= high)
    }

    func forEach(_ body: (SIMD3<Int64>) -> Void) {
      for x in low.x...high.x {
        for y in low.y...high.y {
          for z in low.z...high.z { body(SIMD3(x, y, z)) }
        }
      }
    }
  }

  private struct Entry {
    let cell: Cell
    let leg: Int32
  }

  private let legs: [RouteShape.Leg]
  /// By cell; those of a cell are all that come near anything in it.
  private let entries: [Entry]

  init(_ shape: RouteShape) {
    legs = shape.legs
    var entries: [Entry] = []
    for (number, leg) in legs.enumerated() {
      let steps = leg.steps
      var before: Block?
      for step in 0...steps {
        let block = Block(around: leg.place(after: Double(step) / Double(steps)))
        if block == before { continue }
        // A straight line does not come back to a cell.
        block.forEach { position in
          if before?.contains(position) ?? false { return }
          entries.append(Entry(cell: Cell(at: position), leg: Int32(number)))
        }
        before = block
      }
    }
    entries.sort { $0.cell < $1.cell }
    self.entries = entries
  }

  /// Each once.
  var cells: [Cell] {
    entries.indices.filter { $0 == 0 || entries[$0 - 1].cell != entries[$0].cell }
      .map { entries[$0].cell }
  }

  /// Which part of another way lies near this one, 0 to 1.
  func share(of samples: [RouteShape.Sample]) -> Double {
    var (near, all) = (0.0, 0.0)
    var found: (cell: Cell, entries: Range<Int>)?
    for sample in samples {
      let cell = Cell(sample.place)
      let inCell = found.flatMap { $0.cell == cell ? $0.entries : nil } ?? indices(in: cell)
      found = (cell, inCell)
      all += sample.weight
      let isNear = inCell.contains { legs[Int(entries[$0].leg)].isNear(sample.place) }
      if isNear { near += sample.weight }
    }
    return all > 0 ? near / all : 0
  }

  private func indices(in cell: Cell) -> Range<Int> {
    let first = firstIndex { $0 < cell }
    return first..<firstIndex(from: first) { $0 <= cell }
  }

  /// The first from an index on whose cell is not before the one that is looked for.
  private func firstIndex(from: Int = 0, _ isBefore: (Cell) -> Bool) -> Int {
    var (low, high) = (from, entries.count)
    while low < high {
      let middle = (low + high) / 2
      if isBefore(entries[middle].cell) { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
