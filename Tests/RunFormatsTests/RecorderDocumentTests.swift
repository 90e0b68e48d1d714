import RunFormats
import RunModel
import Simulation
import TestSupport
import Testing

@Suite struct RecorderDocumentTests {
  private func document(_ text: String) throws(FormatError) -> RecorderDocument {
    try RecorderDocument(Array(text.utf8))
  }

  private func point(_ values: String) -> String {
    "{\"points\":[{\"seq\":0,\"segment\":0,\"t\":1700000000000,\"lat\":45.5,\"lon\":7.25,\(values)}]}"
  }

  private static func north(_ metres: [Double], accuracy: [Double?]? = nil) -> Fixes {
    .north(
      metres, seconds: metres.indices.map { 1_700_000_000 + Double($0) }, accuracy: accuracy)
  }

  @Test func aChunkHoldsItsPointsUnderTheirNumbers() throws {
    let upload = RecorderUploadBuilder(
      run: "r", fixes: Self.north([0, 10, 20, 30], accuracy: [8, nil, 5, -1]))
    let chunk = try document(upload.chunk(0).text)
    #expect(chunk.fixes == NumberedFixes(upload.fixes))
    #expect(chunk.isChunk)
    #expect(chunk.accuracySource == .recorder)
    #expect(chunk.diagnostics.isEmpty)
  }

  @Test func theMessageThatEndsAnUploadCountsItsChunks() throws {
    let upload = RecorderUploadBuilder(run: "r", fixes: Self.north([0, 10]))
    let end = try document(upload.completion.text)
    #expect(end.chunkCount == 1)
    #expect(end.deviceDistance == 1234.5)
    #expect(!end.isChunk)
  }

  @Test(arguments: [
    ("\"acc\":null", Double.nan, []), ("\"acc\":-1", -1, []),
    ("\"acc\":\"5\"", .nan, ["value_unreadable"]), ("\"acc\":NaN", .nan, []),
    ("\"x\":[1,{\"y\":2}]", .nan, []),
  ])
  func anAccuracyThatIsNoneIsUnknown(
    _ values: String, _ accuracy: Double, _ codes: [String]
  ) throws {
    let chunk = try document(point(values))
    #expect(chunk.fixes.count == 1)
    let value = chunk.fixes.fixes.row(0)[.accuracy]
    #expect(value == accuracy || value.isNaN && accuracy.isNaN)
    #expect(chunk.diagnostics.map(\.code) == codes)
  }

  /// Later members of an object of the same name win, as in most JSON readers.
  @Test(arguments: [
    ("\"lat\":null", "points_without_position"), ("\"lat\":\"45\"", "points_without_position"),
    ("\"lon\":NaN", "points_without_position"), ("\"lon\":Infinity", "points_without_position"),
    ("\"seq\":-1", "points_without_number"), ("\"seq\":1e300", "points_without_number"),
    ("\"seq\":4294967296", "points_without_number"), ("\"seq\":null", "points_without_number"),
  ])
  func aPointWithoutPlaceOrNumberIsNoFix(_ values: String, _ code: String) throws {
    let name = values.prefix { $0 != ":" }
    let others = [
      "\"seq\":0", "\"t\":1700000000000", "\"lat\":45.5", "\"lon\":7.25",
    ].filter { !$0.hasPrefix(name) }
    let text = "{\"points\":[{\((others + [values]).joined(separator: ","))}], \"seq\": 0}"
    let chunk = try document(text)
    #expect(chunk.fixes.count == 0)
    #expect(chunk.diagnostics.map(\.code) == [code])
  }

  @Test(arguments: ["\"t\":null", "\"t\":\"x\"", "\"t\":1e40"])
  func aFixWithoutAUsableTimeIsKept(_ time: String) throws {
    let text = "{\"points\":[{\"seq\":4,\"segment\":2,\(time),\"lat\":45.5,\"lon\":7.25}]}"
    let chunk = try document(text)
    #expect(chunk.fixes.seqs == [4])
    #expect(chunk.fixes.fixes.time == [Fixes.noTime])
    #expect(chunk.diagnostics.map(\.code).contains("points_without_time"))
  }

  @Test(arguments: ["{}", "[]", "{\"a\":1}", "{\"point\":[]}", "{\"pointsOfInterest\":[1]}"])
  func otherJSONIsNotRead(_ text: String) {
    #expect(throws: FormatError.self) { try document(text) }
    #expect((try? Result { try document(text) }.get()) == nil)
    do throws(FormatError) { _ = try document(text) } catch {
      #expect(error.code == .unreadFormat)
    }
  }

  @Test(arguments: [
    "{\"points\":[{\"seq\":0,", "{\"chunkCount\":-1}", "{\"chunkCount\":1e9}",
    "{\"chunkCount\":\"4\"}",
    "{\"points\":" + String(repeating: "[", count: 100_000) + "\"seq\"",
  ])
  func damagedJSONIsRefused(_ text: String) {
    do throws(FormatError) {
      _ = try document(text)
      Issue.record("it was read")
    } catch { #expect([.jsonDamaged, .unreadFormat].contains(error.code)) }
  }

  @Test(arguments: 0..<8 as Range<UInt64>)
  func anyMutationIsReadOrRefused(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let upload = RecorderUploadBuilder(run: "r", fixes: Self.north([0, 10, 20]))
    let documents = [upload.chunk(0).text, upload.completion.text].map { Array($0.utf8) }
    for round in 0..<500 {
      var bytes = documents[round % 2]
      for _ in 0...Int.random(in: 0..<4, using: &generator) { mutate(&bytes, &generator) }
      do throws(FormatError) {
        let document = try RecorderDocument(bytes)
        #expect(document.fixes.seqs.allSatisfy { $0 >= 0 }, "seed \(seed), round \(round)")
      } catch {
        #expect(!error.detail.isEmpty)
        #expect(!error.detail.contains("45."), "seed \(seed), round \(round)")
      }
    }
  }
}
