import Foundation
import Testing

/// The manual page, as mandoc reads it.
@Suite struct ManTests {
  private static let reader = "/usr/bin/mandoc"
  private static let hasMandoc = FileManager.default.isExecutableFile(atPath: reader)

  private func mandoc(_ arguments: String...) throws -> (status: Int32, text: String) {
    let tool = try Tool()
    let page = try tool.write(try tool.run("man").out, to: "remeasure.1")
    let process = Process()
    process.executableURL = URL(filePath: Self.reader)
    process.arguments = arguments + [page]
    process.standardInput = FileHandle.nullDevice
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = pipe
    try process.run()
    let text = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: text, as: UTF8.self))
  }

  @Test(.enabled(if: hasMandoc, "mandoc is not there"))
  func mandocFindsNothingToComplainOf() throws {
    let outcome = try mandoc("-T", "lint", "-W", "all")
    #expect(outcome.text.isEmpty, "\(outcome.text)")
    #expect(outcome.status == 0)
  }

  /// As it is read: without the backspaces that make letters bold and underlined.
  private func rendered(width: Int) throws -> String {
    try mandoc("-T", "utf8", "-O", "width=\(width)").text.replacing(/.\u{8}/, with: "")
  }

  @Test(.enabled(if: hasMandoc, "mandoc is not there"))
  func thePageFits() throws {
    for line in try rendered(width: 80).split(separator: "\n") {
      #expect(line.count <= 80, "\(line)")
    }
  }

  @Test(.enabled(if: hasMandoc, "mandoc is not there"))
  func thePageHoldsEveryCommandWithItsOptionsAndExamples() throws {
    // Wide, so that no line is broken; sentences stay together anyway.
    let page = try rendered(width: 500).replacing(/[ \n]+/, with: " ")
    let tool = try Tool()
    for command in HelpTests.commands {
      #expect(page.contains(" \(command) "), "\(command)")
      let words = command.split(separator: " ").map(String.init)
      let help = try tool.run(words + ["--help"]).out
      for option in help.matches(of: /\n  (--[a-z-]+(?: \S+)?)[ ]{2}/) {
        #expect(page.contains(String(option.1)), "\(command) \(option.1)")
      }
    }
    #expect(page.contains("remeasure runs --reverse --limit 10"))
    #expect(page.contains("remeasure sql \"SELECT name, type FROM pragma_table_info('result')\""))
  }

  @Test func thePageIsPlainASCIIAndNamesEveryStatus() throws {
    let page = try Tool().run("man").out
    #expect(page.utf8.allSatisfy { $0 < 0x80 })
    for status in [0, 1, 2, 64, 65, 70, 74, 130] { #expect(page.contains("\n.It Li \(status)\n")) }
  }
}
