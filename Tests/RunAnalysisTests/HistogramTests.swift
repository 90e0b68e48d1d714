import RunAnalysis
import Testing

@Suite struct HistogramTests {
  @Test(
    arguments: [
      (-1, 0), (0, 0), (0.00499, 0), (0.005, 1), (0.0099, 1), (0.03, 4), (0.1, 6), (0.2, 7),
      (0.499, 7),
      (0.5, 8), (1, 8),
    ] as [(Double, Int)])
  func aBoundaryBelongsToTheClassAboveIt(share: Double, place: Int) {
    #expect(Histogram.ofSharesNotCounted.place(of: share) == place)
  }

  @Test(
    arguments: [
      (-1, 0), (-0.2, 1), (-0.001, 7), (-1e-300, 7), (-0.0, 8), (0, 8), (1e-300, 9), (0.0009, 9),
      (0.001, 10), (0.2, 16), (40, 16),
    ] as [(Double, Int)])
  func onlyNoChangeAtAllIsInTheMiddle(share: Double, place: Int) {
    let classes = Histogram.ofChanges
    #expect(classes.counts.count == 17)
    #expect(classes.place(of: share) == place)
  }

  @Test func everyValueIsInOneClass() {
    var histogram = Histogram(boundaries: [1, 2])
    for value in [0, 1, 1.5, 2, 3, -5, .infinity, -.infinity] { histogram.add(value) }
    #expect(histogram.counts == [3, 2, 3])
  }

  @Test func ofNothingNoShareCanBeLeftOut() {
    #expect(shareNotCounted(raw: 0, distance: 0) == nil)
    #expect(shareNotCounted(raw: 200, distance: 150) == 0.25)
  }
}
