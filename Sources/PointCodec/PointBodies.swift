package import RunModel

/// The stored form of a stretch of fixes.
package struct PointBodies: Sendable, Equatable {
  /// Time, latitude, longitude, segment and accuracy: all that measuring takes.
  package let core: [UInt8]
  /// The other channels; nil where no fix has any of them.
  package let extra: [UInt8]?

  package init(core: [UInt8], extra: [UInt8]?) {
    self.core = core
    self.extra = extra
  }
}

/// The most fixes that one pair of bodies may hold: it bounds what a few bytes can unfold to.
package let maximumFixesInBody = 65_536

/// Packs fixes without loss: every bit comes back, but that any NaN in a channel means unknown and
/// comes back as the canonical one.
///
/// The same fixes give the same bytes on every machine. At most ``maximumFixesInBody`` fixes.
package func encode(_ fixes: Fixes) -> PointBodies {
  precondition(fixes.count <= maximumFixesInBody, "more fixes than a body may hold")
  var core = BodyWriter(kind: .core, fixCount: fixes.count)
  core.append(.time, times: fixes.time)
  core.append(.latitude, positions: fixes.latitude)
  core.append(.longitude, positions: fixes.longitude)
  core.append(.segment, integers: fixes.segment.map(Int64.init))
  core.append(Channel.accuracy, fixes[.accuracy])
  var extra = BodyWriter(kind: .extra, fixCount: fixes.count)
  for channel in Channel.allCases where channel != .accuracy {
    extra.append(channel, fixes[channel])
  }
  return PointBodies(core: core.finish(), extra: extra.isEmpty ? nil : extra.finish())
}

/// Unpacks fixes; without an extra body they have no channel but accuracy.
///
/// - Throws: whatever the bytes are, a ``CodecError`` and never a trap. What is allocated stays
///   within a constant times ``maximumFixesInBody``.
package func decode(_ bodies: PointBodies) throws(CodecError) -> Fixes {
  var fixes = Fixes()
  try PointReader(bodies).append(to: &fixes)
  return fixes
}
