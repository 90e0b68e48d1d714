package import Reports

/// One file that a browser shows without asking for any other: styles, scripts and data lie in it, and its
/// policy forbids every request.
package struct Page: Sendable {
  package var title: String
  package var body: Markup
  /// From the room's `Web` folder, beside the sheet that all pages share.
  package var styles: [[UInt8]] = []
  /// From the room's `Web` folder, run in this order when the page has been read.
  package var scripts: [[UInt8]] = []
  /// What the scripts read: `JSON.parse(document.getElementById("data").textContent)`.
  package var data: JSON = .null

  package init(title: String, body: Markup) {
    self.title = title
    self.body = body
  }

  package func write(to output: inout some TextOutputStream) {
    let head: Markup = """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="color-scheme" content="light dark">
      <meta name="referrer" content="no-referrer">
      <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'">
      <title>\(title)</title>

      """
    output.write(head.html)
    for style in [PackageResources.page_css] + styles {
      output.write("<style>\n\(text(style))</style>\n")
    }
    output.write("</head>\n<body>\n\(body.html)\n")
    if !scripts.isEmpty {
      output.write("<script type=\"application/json\" id=\"data\">")
      var embedded = ScriptText(output: output)
      data.write(to: &embedded)
      output = embedded.output
      output.write("</script>\n")
    }
    for script in scripts { output.write("<script>\n\"use strict\";\n\(text(script))</script>\n") }
    output.write("</body>\n</html>\n")
  }

  private func text(_ resource: [UInt8]) -> String { String(decoding: resource, as: UTF8.self) }
}

/// JSON within a `script` element, which "</script" or "<!--" in a name would end or change: every "<", which
/// stands nowhere but in strings, is written as an escape.
private struct ScriptText<Output: TextOutputStream>: TextOutputStream {
  var output: Output

  mutating func write(_ text: String) {
    if text.utf8.contains(UInt8(ascii: "<")) {
      output.write(
        text.split(separator: "<", omittingEmptySubsequences: false).joined(separator: "\\u003c"))
    } else {
      output.write(text)
    }
  }
}
