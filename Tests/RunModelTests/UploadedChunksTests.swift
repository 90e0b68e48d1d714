import RunModel
import Testing

@Suite struct UploadedChunksTests {
  private func chunks(_ numbers: [Int], base: Int, of total: Int?, length: Int = 300)
    -> UploadedChunks
  {
    var chunks = UploadedChunks()
    for number in numbers {
      chunks.insert(number, .init(firstSeq: (number - base) * length, count: length))
    }
    chunks.total = total
    return chunks
  }

  @Test(arguments: [
    ([0, 1, 2], 0, 3, []), ([0, 2], 0, 3, [1]), ([1, 2], 0, 3, [0]), ([2], 0, 4, [0, 1, 3]),
    ([1, 2, 3], 1, 3, []), ([1, 3], 1, 3, [2]), ([2, 3], 1, 3, [1]), ([2], 1, 4, [1, 3, 4]),
    ([4, 2], 1, 9, [1, 3, 5, 6, 7, 8, 9]), ([], 0, 2, [0, 1]),
  ])
  func whatIsMissingIsToldWhereverNumberingStarts(
    _ numbers: [Int], _ base: Int, _ total: Int, _ missing: [Int]
  ) {
    let chunks = chunks(numbers, base: base, of: total)
    #expect(chunks.missing == missing)
    #expect(chunks.isComplete == missing.isEmpty)
  }

  @Test func withoutATotalOnlyHolesAreKnown() {
    let chunks = chunks([0, 1, 4], base: 0, of: nil)
    #expect(chunks.missing == [2, 3])
    #expect(!chunks.isComplete)
    #expect(self.chunks([0, 1], base: 0, of: nil).missing.isEmpty)
    #expect(!self.chunks([0, 1], base: 0, of: nil).isComplete)
  }

  @Test func aChunkThatComesAgainDoesNotCount() {
    var chunks = chunks([0], base: 0, of: 1)
    let isNew = chunks.insert(0, .init(firstSeq: 7, count: 7))
    #expect(!isNew)
    #expect(chunks.extents[0] == .init(firstSeq: 0, count: 300))
  }
}
