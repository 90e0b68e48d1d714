/// How fast one piece of the tool was, and whether what it computed was right.
package struct BenchmarkFigure: Sendable, Equatable {
  /// How far a result may be from what it is held against.
  package struct Tolerance: Sendable, Equatable {
    package let limit: Double
    /// What limit and error are in: "m".
    package let unit: String

    package init(_ limit: Double, _ unit: String) {
      self.limit = limit
      self.unit = unit
    }
  }

  /// `haversine.vector`; the same name comes with several sizes and numbers of cores.
  package let name: String
  /// What the times are in: `ns/pair`.
  package let unit: String
  package let median: Double
  package let min: Double
  package let max: Double
  /// How often it was timed, without warming up.
  package let runs: Int
  /// How far the result is from what it is held against; nil where it is held against nothing.
  package let resultError: Double?
  package let tolerance: Tolerance?
  /// Pairs, fixes or runs that one pass works through; on each core, but for a whole job.
  package let count: Int
  package let cores: Int
  /// True where one pass's columns do not fit a level 2 cache.
  package var isLarge = false
  /// True for a job with a beginning and an end, which cores share.
  package var isWholeJob = false
  /// What a whole job reads, where that tells more than its fixes.
  package var bytes: Int?
  /// The plain way of doing the same: `haversine.scalar`.
  package var twin: String?

  /// - Parameter times: at least one.
  package init(
    name: String, unit: String, times: [Double], resultError: Double?, within tolerance: Tolerance?,
    count: Int, cores: Int
  ) {
    let sorted = times.sorted()
    self.name = name
    self.unit = unit
    median = (sorted[(sorted.count - 1) / 2] + sorted[sorted.count / 2]) / 2
    min = sorted[0]
    max = sorted[sorted.count - 1]
    runs = sorted.count
    self.resultError = resultError
    self.tolerance = tolerance
    self.count = count
    self.cores = cores
  }

  /// False where the result is further off than it may be, or is no number.
  package var isRight: Bool {
    guard let resultError, let tolerance else { return true }
    return resultError <= tolerance.limit
  }

  /// The name with what size and cores add: the plain one is one core's, on columns that fit the cache.
  package var key: String { key(of: name) }

  /// The plain way on as many cores and columns as large.
  var twinKey: String? { twin.map(key) }

  /// The same on one core.
  var oneCoreKey: String? { isWholeJob && cores > 1 ? name : nil }

  private func key(of name: String) -> String {
    name + (isLarge ? ".large" : "") + (cores == 1 ? "" : ".all_cores")
  }

  /// "filter.one is 3e-2 m off, where 1e-9 is allowed"; a number of things is written out.
  package var complaint: String {
    let (error, tolerance) = (resultError ?? .nan, tolerance ?? Tolerance(0, ""))
    return "\(key) is \(size(of: error)) \(tolerance.unit) off,"
      + " where \(size(of: tolerance.limit)) is allowed"
  }
}

/// One digit and the power of ten: an error is read by its size alone.
private func size(of value: Double) -> String {
  guard value.isFinite else { return value.isNaN ? "not a number of" : "infinitely many" }
  guard value != value.rounded() else { return grouped(value) }
  var (mantissa, exponent) = (value.magnitude, 0)
  while mantissa < 0.95 { (mantissa, exponent) = (mantissa * 10, exponent - 1) }
  while mantissa >= 9.5 { (mantissa, exponent) = (mantissa / 10, exponent + 1) }
  return "\(value < 0 ? "-" : "")\(Int(mantissa.rounded()))e\(exponent)"
}
