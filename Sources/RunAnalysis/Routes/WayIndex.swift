/// The legs of a way by where they are, to tell how much of another way lies near it.
struct WayIndex {
  /// A cube of the space around the Earth.
  struct Cell: Hashable, Comparable {
    private let number: UInt64

    /// Metres: a place and all within reach of it lie in the cells of the corners of a cube around it.
    private static let size: Float = 200

    init(_ place: RouteShape.Place) {
      let cell = (place / Self.size).rounded(.down)
      // 21 bits an axis hold the Earth many times over.
      func bits(_ cell: Float) -> UInt64 { UInt64(bitPattern: Int64(cell)) & (1 << 21 - 1) }
      number = bits(cell.x) << 42 | bits(cell.y) << 21 | bits(cell.z)
    }

    static func < (left: Self, right: Self) -> Bool { left.number < right.number }
  }

  private struct Entry {
    let cell: Cell
    let leg: RouteShape.Leg
  }

  /// By cell; those of a cell are all that come near anything in it.
  private let entries: [Entry]

  init(_ shape: RouteShape) {
    var entries: [Entry] = []
    for leg in shape.legs {
      let steps = leg.steps
      var before: [Cell] = []
      for step in 0...steps {
        let cells = Self.cells(around: leg.place(after: Float(step) / Float(steps)))
        // A straight line does not come back to a cell.
        for cell in cells where !before.contains(cell) {
          entries.append(Entry(cell: cell, leg: leg))
        }
        before = cells
      }
    }
    entries.sort { $0.cell < $1.cell }
    self.entries = entries
  }

  /// All in which a place can lie that is near the leg within half a step of this one; the metre more is for rounding.
  private static func cells(around place: RouteShape.Place) -> [Cell] {
    let reach = RouteShape.near + RouteShape.stride / 2 + 1
    var cells: [Cell] = []
    for x in [-reach, reach] {
      for y in [-reach, reach] {
        for z in [-reach, reach] {
          let cell = Cell(place + RouteShape.Place(x, y, z))
          if !cells.contains(cell) { cells.append(cell) }
        }
      }
    }
    return cells
  }

  /// Each once.
  var cells: [Cell] {
    entries.indices.filter { $0 == 0 || entries[$0 - 1].cell != entries[$0].cell }
      .map { entries[$0].cell }
  }

  /// Which part of another way lies near this one, 0 to 1.
  func share(of samples: [RouteShape.Sample]) -> Double {
    var (near, all) = (0.0, 0.0)
    var found: (cell: Cell, legs: ArraySlice<Entry>)?
    for sample in samples {
      let cell = Cell(sample.place)
      let legs = found.flatMap { $0.cell == cell ? $0.legs : nil } ?? legs(in: cell)
      found = (cell, legs)
      all += sample.weight
      if legs.contains(where: { $0.leg.isNear(sample.place) }) { near += sample.weight }
    }
    return all > 0 ? near / all : 0
  }

  private func legs(in cell: Cell) -> ArraySlice<Entry> {
    let first = firstIndex { $0 < cell }
    return entries[first..<firstIndex(from: first) { $0 <= cell }]
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
