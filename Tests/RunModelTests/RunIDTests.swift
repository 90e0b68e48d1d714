import Hashing
import RunModel
import Testing

@Suite struct RunIDTests {
  @Test func isReadWithOrWithoutHyphensInEitherCase() {
    let hex = "3f9c21ab0123456789abcdef00112233"
    #expect(RunID(hex)?.hex == hex)
    #expect(RunID("3F9C21AB-0123-4567-89AB-CDEF00112233")?.hex == hex)
    #expect(RunID(hex)?.short == "3f9c21ab")
  }

  @Test(arguments: [
    "", "-", "3f9c21ab", "3f9c21ab0123456789abcdef0011223", "3f9c21ab0123456789abcdef001122334",
    "zf9c21ab0123456789abcdef00112233", "３f9c21ab0123456789abcdef0011223",
  ])
  func anythingElseIsNone(text: String) {
    #expect(RunID(text) == nil)
  }

  /// Expected by Python: `sha256(sha256(b"x").digest() + n.to_bytes(8, "big")).hexdigest()[:32]`.
  @Test func comesFromTheSourceAndTheOrdinal() {
    let source = SHA256Digest.of("x")
    #expect(RunID(source: source, ordinal: 0).hex == "3f164c4937550eb8ba88e88b81914fde")
    #expect(RunID(source: source, ordinal: 258).hex == "f964961a43ff3cc6c51e1c7544277554")
  }
}
