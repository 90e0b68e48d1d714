import Pages
import Testing

@Suite struct PageTests {
  @Test(arguments: [
    ("<script>alert(1)</script>", "&lt;script&gt;alert(1)&lt;/script&gt;"),
    ("a\" onload='x", "a&quot; onload=&#39;x"), ("Tom & Ann", "Tom &amp; Ann"),
    ("right\u{202E}left\u{07}", "right\u{FFFD}left\u{FFFD}"),
    ("Lauf über 10 km", "Lauf über 10 km"),
  ]) func whatIsInterpolatedIsText(name: String, html: String) {
    let markup: Markup = "<p title=\"\(name)\">\(name)</p>"
    #expect(markup.html == "<p title=\"\(html)\">\(html)</p>")
  }

  @Test func markupWithinMarkupStaysMarkup() {
    let rows: [Markup] = ["<td>\(1)</td>", "<td>\("<")</td>"]
    let none: Markup? = nil
    let row: Markup = "<tr>\(rows)\(none)</tr>"
    #expect(row.html == "<tr><td>1</td><td>&lt;</td></tr>")
  }

  @Test func aPageForbidsEveryRequest() {
    var text = ""
    Page(title: "1 < 2", body: "<h1>\("1 < 2")</h1>").write(to: &text)
    #expect(text.contains("content=\"default-src 'none'; "))
    #expect(text.contains("<title>1 &lt; 2</title>"))
    #expect(!text.contains("http:") && !text.contains("https:") && !text.contains("url("))
  }
}
