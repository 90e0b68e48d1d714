internal import Reports
internal import RunModel

/// How the fixes of one verdict are drawn: each has a colour and a shape of its own, so that nobody needs to
/// tell colours apart.
struct FixMark {
  /// A colour of `map.css`.
  let colour: String
  /// An SVG path of straight strokes around the origin, in pixels.
  let shape: String

  init(colour: String, shape: String) {
    self.colour = colour
    self.shape = shape
  }

  init(_ verdict: Verdict) {
    (colour, shape) =
      switch verdict {
      case .segmentStart: ("--start", "M-4 -4L4 -4L4 4L-4 4Z")
      case .counted: ("--counted", "M0 -2L2 0L0 2L-2 0Z")
      case .belowMinMove:
        ("--uncounted", "M-2.2 -1L-1 -2.2L1 -2.2L2.2 -1L2.2 1L1 2.2L-1 2.2L-2.2 1Z")
      case .invalidPosition: ("--nowhere", "M-5 0L5 0M0 -5L0 5")
      case .invalidAccuracy: ("--invalid", "M0 -6.5L6.2 -2L3.8 5.3L-3.8 5.3L-6.2 -2Z")
      case .poorAccuracy: ("--inaccurate", "M0 -6L6 5L-6 5Z")
      case .missingAccuracy: ("--missing", "M-4.5 -4.5L4.5 4.5M4.5 -4.5L-4.5 4.5")
      case .overMaxSpeed: ("--fast", "M0 -7L6 0L0 7L-6 0Z")
      }
  }

  /// The mark beside its meaning, in a legend or a list.
  var picture: Markup {
    let isClosed = shape.hasSuffix("Z")
    let paint = isClosed ? "fill: var(\(colour))" : "stroke: var(\(colour))"
    return """
      <svg viewBox="-11 -7 22 14" aria-hidden="true"><path d="\(shape)" fill="none" stroke-width="2" style="\(paint)"/></svg>
      """
  }

  /// What the scripts need of it.
  var json: JSON { ["colour": .text(colour), "shape": .text(shape)] }
}

/// A line beside its meaning.
func linePicture(colour: String, width: Double, isDashed: Bool = false) -> Markup {
  let dash = isDashed ? "4 4" : "none"
  return """
    <svg viewBox="-11 -7 22 14" aria-hidden="true"><path d="M-11 0L11 0" style="stroke: var(\(colour)); stroke-width: \(shortest(width)); stroke-dasharray: \(dash)"/></svg>
    """
}

extension Verdict {
  /// The verdict in plain words, as a set's rules give it: "accuracy over 50 m".
  func plainWords(_ rules: FilterRules) -> String {
    switch self {
    case .segmentStart: "start of a segment"
    case .counted: "counted"
    case .belowMinMove: rules.minMoveLabel
    case .invalidPosition: "no place on Earth"
    case .invalidAccuracy: "marked invalid"
    case .poorAccuracy:
      rules.maxAccuracy.map { "accuracy over \(quantity(shortest($0), "m"))" } ?? "poor accuracy"
    case .missingAccuracy: "no accuracy"
    case .overMaxSpeed: rules.speedLabel
    }
  }
}

/// A map that `map.js` draws: its frame, its buttons, and what it shows in words.
///
/// - Parameter words: what somebody who does not see it should know.
func mapFigure(id: String, words: String) -> Markup {
  """
  <div class="map" id="\(id)">
  <div class="picture" tabindex="0" role="application" aria-roledescription="map" aria-label="\(words)" aria-keyshortcuts="+ - 0 Control+ArrowLeft Control+ArrowRight Control+ArrowUp Control+ArrowDown"></div>
  <div class="controls" role="group" aria-label="Zoom of the map">
  <button type="button" data-zoom="in" aria-label="Nearer">+</button>
  <button type="button" data-zoom="out" aria-label="Farther">−</button>
  <button type="button" data-zoom="home">Run</button>
  <button type="button" data-zoom="all">All fixes</button>
  </div>
  </div>
  """
}
