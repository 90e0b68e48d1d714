import RunModel
import Testing

@testable import Reports

@Suite struct BenchmarkReportTests {
  private let machine = BenchmarkMachine(
    processor: "AMD EPYC", cores: 2, vectors: .avx512, memory: 8 << 30, kernel: "6.1.0")

  private func figure(
    _ name: String, _ times: [Double], _ unit: String = "ns/fix", error: Double? = 0,
    count: Int = 1000, cores: Int = 1
  ) -> BenchmarkFigure {
    BenchmarkFigure(
      name: name, unit: unit, times: times, resultError: error,
      within: error.map { _ in .init(1e-9, "m") }, count: count, cores: cores)
  }

  private var figures: [BenchmarkFigure] {
    let scalar = figure("haversine.scalar", [43, 44.12, 51], "ns/pair", error: 2.5e-10)
    var vector = figure("haversine.vector", [1.8, 1.9, 2.4], "ns/pair")
    vector.twin = "haversine.scalar"
    var vectorOnBoth = figure("haversine.vector", [0.9, 0.95, 1.5], "ns/pair", cores: 2)
    vectorOnBoth.twin = "haversine.scalar"
    var large = vector
    large.isLarge = true
    var whole = figure("recompute", [20, 21, 22], count: 4_000_000)
    whole.isWholeJob = true
    var wholeOnBoth = figure("recompute", [10, 10.25, 11], count: 4_000_000, cores: 2)
    wholeOnBoth.isWholeJob = true
    var imported = figure("import.gpx", [300, 310, 320], count: 250_000)
    (imported.isWholeJob, imported.bytes) = (true, 40_000_000)
    let idle = figure("recompute.nothing", [30, 31, 32], "ms/10k runs")
    return [scalar, vector, large, vectorOnBoth, whole, wholeOnBoth, idle, imported]
  }

  private func report(
    _ figures: [BenchmarkFigure]? = nil, against baseline: BenchmarkBaseline? = nil
  ) -> BenchmarkReport {
    BenchmarkReport(
      figures ?? self.figures, on: machine, toolVersion: "0.1.0",
      date: Timestamp(milliseconds: 1_792_137_600_000), baseline: baseline)
  }

  @Test func oneCoreComesFirstAndRatiosStandAtTheEnd() {
    let expected = """
      2 cores, AVX-512, median of 3, results checked
      AMD EPYC, 8.0 GB, Linux 6.1.0, remeasure 0.1.0, 2026-10-16

      1 core
      haversine scalar       44.1 ns/pair  43.0–51.0   22.7 M pairs/s
      haversine vector       1.90 ns/pair  1.80–2.40    526 M pairs/s              23x
      recompute                   84.0 ms  80.0–88.0   47.6 M fixes/s
      recompute nothing  31.0 ms/10k runs  30.0–32.0
      import gpx                  77.5 ms  75.0–80.0   3.23 M fixes/s  516 MB/s

      1 core, columns beyond the level 2 cache
      haversine vector       1.90 ns/pair  1.80–2.40    526 M pairs/s

      2 cores
      haversine vector       0.95 ns/pair  0.90–1.50  1 053 M pairs/s
      recompute                   41.0 ms  40.0–44.0   97.6 M fixes/s            2.05x

      x: times as fast as the plain way of doing the same; of recompute and import, as
      on one core.

      """
    #expect(report().text(Layout()) == expected)
  }

  @Test(arguments: [60, 80, 100])
  func everyLineFits(width: Int) {
    let baseline = BenchmarkBaseline(
      file: "before.json", medians: ["recompute": .init(unit: "ns/fix", median: 42)], machine: nil)
    for baseline in [baseline, nil] {
      let text = report(against: baseline).text(Layout(width: width))
      for line in text.split(separator: "\n") { #expect(line.count <= width, "\(line)") }
      #expect(text.contains("recompute nothing  31.0 ms/10k runs"))
    }
  }

  @Test func aFigureStandsUnderItsNameWithTheMachineBeside() {
    let expected =
      #"{"machine":{"processor":"AMD EPYC","cores":2,"vectors":"avx512","memory_bytes":8589934592,"#
      + #""kernel":"6.1.0","tool_version":"0.1.0","measured_at":"2026-10-16T08:00:00.000Z"},"#
      + #""haversine.scalar":{"unit":"ns/pair","median":44.12,"min":43,"max":51,"runs":3,"#
      + #""result_error":2.5e-10,"error_unit":"m","error_limit":1e-09,"cores":1,"count":1000}}"#
    #expect(report([figures[0]]).json.line == expected + "\n")
  }

  @Test func sizeAndCoresAreSuffixes() {
    var figure = figure("codec.decode", [1], cores: 2)
    #expect(figure.key == "codec.decode.all_cores")
    figure.isLarge = true
    #expect(figure.key == "codec.decode.large.all_cores")
  }

  @Test(arguments: [(1e-9, true), (1.1e-9, false), (.infinity, false), (.nan, false)])
  func onlyAnErrorWithinTheLimitIsRight(error: Double, isRight: Bool) {
    #expect(figure("x", [1], error: error).isRight == isRight)
  }

  @Test func aWrongResultIsSaidAtTheTopAndByItsName() {
    let wrong = figure("filter.one", [1], error: 0.031)
    #expect(report([wrong]).text(Layout()).hasPrefix("2 cores, AVX-512, median of 1, RESULTS ARE"))
    #expect(wrong.complaint == "filter.one is 3e-2 m off, where 1e-9 is allowed")
    let sets = BenchmarkFigure(
      name: "filter.lanes", unit: "ns/fix/set", times: [1], resultError: 64,
      within: .init(0, "sets"),
      count: 1, cores: 2)
    #expect(sets.complaint == "filter.lanes.all_cores is 64 sets off, where 0 is allowed")
  }

  @Test func theMedianOfAnEvenNumberLiesBetweenItsMiddles() {
    let even = figure("x", [4, 1, 3, 10])
    #expect((even.median, even.min, even.max, even.runs) == (3.5, 1, 10, 4))
  }
}

@Suite struct BenchmarkBaselineTests {
  private let machine = BenchmarkMachine(
    processor: "AMD EPYC", cores: 2, vectors: .avx512, memory: 8 << 30, kernel: "6.1.0")

  private func text(_ medians: [String: (String, Double)], on other: BenchmarkMachine?) -> String {
    let figures = ["filter.scalar", "filter.one"].map { name in
      BenchmarkFigure(
        name: name, unit: "ns/fix", times: [5], resultError: 0, within: .init(0, "m"), count: 1,
        cores: 1)
    }
    let baseline = BenchmarkBaseline(
      file: "before.json", medians: medians.mapValues { .init(unit: $0.0, median: $0.1) },
      machine: other)
    return BenchmarkReport(
      figures, on: machine, toolVersion: "0.1.0", date: Timestamp(milliseconds: 0),
      baseline: baseline
    ).text(Layout())
  }

  @Test func theRatioSaysHowManyTimesAsFast() {
    let text = text(["filter.scalar": ("ns/fix", 6), "filter.one": ("ns/fix", 2.5)], on: machine)
    #expect(
      text.hasSuffix(
        """
        1 core
                            MEDIAN     SPREAD           RATE  RATIO  BASELINE
        filter scalar  5.00 ns/fix  5.00–5.00  200 M fixes/s            1.20x
        filter one     5.00 ns/fix  5.00–5.00  200 M fixes/s            0.50x

        BASELINE: times as fast as in before.json.

        """))
  }

  @Test(arguments: [1e308, .infinity, 50_001])
  func aRatioThatMeansNothingIsNotWrittenOut(median: Double) {
    let text = text(["filter.scalar": ("ns/fix", median)], on: machine)
    #expect(text.contains("  >9 999x\n"))
    for line in text.split(separator: "\n") { #expect(line.count <= 80, "\(line)") }
  }

  @Test func namesOnEitherSideAloneAreSaidButNotThoseOfOtherSubjects() {
    let text = text(
      [
        "filter.scalar": ("ns/fix", 6), "filter.lanes": ("ns/fix/set", 1),
        "haversine.scalar": ("ns/pair", 40), "filter.one": ("ms", 3),
      ], on: machine)
    #expect(text.contains("\nNot there, or in another unit: filter.one.\n"))
    #expect(text.hasSuffix("\nOnly there: filter.lanes.\n"))
    #expect(!text.contains("haversine"))
    #expect(text.contains("  –\n"))
  }

  @Test func anotherMachineIsSaid() {
    let all = ["filter.scalar": ("ns/fix", 6.0), "filter.one": ("ns/fix", 2.5)]
    let other = BenchmarkMachine(
      processor: "Xeon", cores: 1, vectors: .avx2, memory: 8 << 30, kernel: "6.1.0")
    #expect(
      text(all, on: other).hasSuffix("\nThat was another machine: Xeon, 1 core, AVX2.\n"))
    #expect(text(all, on: nil).hasSuffix("\nIt does not say on which machine that was.\n"))
    let updated = BenchmarkMachine(
      processor: "AMD EPYC", cores: 2, vectors: .avx512, memory: 7 << 30, kernel: "6.2.0")
    #expect(!text(all, on: updated).contains("machine"))
  }
}
