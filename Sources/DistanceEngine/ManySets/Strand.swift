/// Chains that have counted the same fixes so far and differ only in their limits of speed.
struct Strand {
  /// Those chains, as positions in the route's list.
  var chains: Range<Int>
  /// Index of the last counted fix or the segment's start; −1 before a segment's first.
  var last = -1
  /// That fix.
  var place = Place(axial: 0, radial: 0, longitude: 0)
  /// Index of the first fix that is not decided.
  var next = 0
  /// True where a fix that is reached in time from the fix before is so from the last counted one.
  var isWithinSpeed = false
  /// True where the fix before was too fast for all of them.
  var isTooFast = false
  /// Metres.
  var distance = 0.0
  var starts = 0
  var counted = 0
  var tooFast = 0

  init(chains: Range<Int>) { self.chains = chains }
}
