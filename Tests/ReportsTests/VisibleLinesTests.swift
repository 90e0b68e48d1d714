import Reports
import Testing

@Suite struct VisibleLinesTests {
  /// ESC, C1, bidi and line separators by their code points (Unicode Standard, 23.1, 23.2).
  @Test(arguments: [
    ("a,b\r\n1,\"é\u{A0}日\"\r\n", "a,b\r\n1,\"é\u{A0}日\"\r\n"),
    ("tab\tstays\n", "tab\tstays\n"), ("\u{1B}[2J", "�[2J"), ("\u{9B}2J", "�2J"),
    ("x\u{202A}\u{202E}\u{2066}\u{2069}y", "x����y"), ("x\u{2028}y", "x y"),
    ("safe\rover", "safe over"), ("ends\r", "ends "), ("\u{7F}\u{0}\u{7}", "���"),
    ("👩\u{200D}🚀", "👩\u{200D}🚀"),
  ])
  func nothingActsOnATerminal(text: String, shown: String) {
    #expect(String(decoding: visibleLines(Array(text.utf8)), as: UTF8.self) == shown)
  }

  @Test func whatIsNotUTF8IsShownAsSuch() {
    #expect(visibleLines([0x61, 0xFF, 0x0A]) == Array("a�\n".utf8))
  }
}
