internal import Reports

/// A piece of HTML. In a literal, what is written is markup and what is interpolated is text: it is made
/// harmless and escaped, so that no name from a file can become a tag, an attribute or a script.
package struct Markup: Sendable, Equatable {
  package let html: String
}

extension Markup: ExpressibleByStringInterpolation {
  package struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var html = ""

    package init(literalCapacity: Int, interpolationCount: Int) {
      html.reserveCapacity(literalCapacity * 2)
    }

    package mutating func appendLiteral(_ literal: String) { html += literal }

    package mutating func appendInterpolation(_ text: String) { html += escaped(text) }
    package mutating func appendInterpolation(_ number: Int) { html += String(number) }
    package mutating func appendInterpolation(_ piece: Markup) { html += piece.html }
    package mutating func appendInterpolation(_ pieces: [Markup]) {
      for piece in pieces { html += piece.html }
    }
    /// Nothing where there is none.
    package mutating func appendInterpolation(_ piece: Markup?) { html += piece?.html ?? "" }
  }

  package init(stringLiteral literal: String) { html = literal }
  package init(stringInterpolation: StringInterpolation) { html = stringInterpolation.html }
}

/// Text between tags and within quoted attributes: it shows as itself, and as nothing else. Spaces that hold
/// a number and its unit together stay.
private func escaped(_ text: String) -> String {
  let parts = text.split(separator: "\u{A0}", omittingEmptySubsequences: false)
  var escaped = ""
  for character in parts.map({ visibleText(String($0)) }).joined(separator: "\u{A0}") {
    switch character {
    case "&": escaped += "&amp;"
    case "<": escaped += "&lt;"
    case ">": escaped += "&gt;"
    case "\"": escaped += "&quot;"
    case "'": escaped += "&#39;"
    default: escaped.append(character)
    }
  }
  return escaped
}
