internal import RunModel

/// Follows the elements of a GPX document and keeps what becomes runs.
///
/// Only `trk`, `trkseg` and `trkpt` are fixes; routes and waypoints are plans and places.
struct GPXDocument: XMLConsumer {
  /// Who wrote the file: `creator`.
  private(set) var device: String?
  /// The name of the whole file.
  private(set) var fileName: String?
  private(set) var findings = Findings()
  /// True where one track went past the limit; nothing is taken after that.
  private(set) var hasTooManyFixes = false

  private let maxFixes: Int
  private var tracks: [GPXTrack] = []
  private var hasTrackPoints = false
  private var hasRoutePoints = false
  private var hasWaypoints = false
  private var scope = Scope.file
  private var track = GPXTrack()
  private var segment: Int32 = -1
  private var isSegmentFresh = false
  private var point = PointBuilder()
  private var pointDepth: UInt8 = 0
  /// The segment, or the track itself where a file leaves the segment out.
  private var scopeAroundPoint = Scope.segment
  private var isHDOPInMetres = false

  /// What the open element belongs to.
  private enum Scope { case file, metadata, track, segment, point, aside }

  init(maxFixes: Int) {
    self.maxFixes = maxFixes
  }

  /// The tracks, with one that the document did not close; a point is in once its element closed.
  var allTracks: [GPXTrack] {
    switch scope {
    case .track, .segment, .point: tracks + [track]
    case .file, .metadata, .aside: tracks
    }
  }

  /// What the file holds where it has no track point.
  var contentInstead: Finding? {
    if hasTrackPoints { return nil }
    if hasRoutePoints { return .routeOnly }
    return hasWaypoints ? .waypointsOnly : .noPoints
  }

  mutating func take(_ token: XMLToken, text: Span<UInt8>) {
    guard let name = GPXName(rawValue: token.name), !hasTooManyFixes else { return }
    switch token.kind {
    case .begin: begin(name, token)
    case .attribute: takeAttribute(name, token, text)
    case .end: end(name, token, text)
    }
  }

  private mutating func begin(_ name: GPXName, _ token: XMLToken) {
    switch (scope, name) {
    case (.file, _) where token.depth == 2: beginInFile(name)
    case (.track, .segment) where token.depth == 3:
      scope = .segment
      isSegmentFresh = true
    case (.segment, .point), (.track, .point):
      scopeAroundPoint = scope
      scope = .point
      hasTrackPoints = true
      point = PointBuilder()
      pointDepth = token.depth
    case (.aside, .routePoint): hasRoutePoints = true
    default: break
    }
  }

  private mutating func beginInFile(_ name: GPXName) {
    switch name {
    case .track:
      scope = .track
      track = GPXTrack()
      segment = -1
      isSegmentFresh = true
    case .metadata: scope = .metadata
    case .route: scope = .aside
    case .waypoint:
      scope = .aside
      hasWaypoints = true
    default: break
    }
  }

  private mutating func takeAttribute(_ name: GPXName, _ token: XMLToken, _ value: Span<UInt8>) {
    switch (scope, name) {
    case (.point, .latitude) where token.depth == pointDepth:
      point.latitude = position(value, token)
    case (.point, .longitude) where token.depth == pointDepth:
      point.longitude = position(value, token)
    case (.file, .creator) where token.depth == 1:
      device = words(value)
      isHDOPInMetres = putsMetresIntoHDOP(device ?? "")
    default: break
    }
  }

  private mutating func position(_ text: Span<UInt8>, _ token: XMLToken) -> Double? {
    let degrees = decimal(text)
    if degrees == nil, !text.isEmpty { note(.unreadablePosition, token) }
    return degrees
  }

  private mutating func end(_ name: GPXName, _ token: XMLToken, _ text: Span<UInt8>) {
    switch (scope, name) {
    case (.point, .point) where token.depth == pointDepth: endPoint(token)
    case (.point, .time): endTime(token, text)
    case (.point, _): endValue(name, token, text)
    case (.segment, .segment) where token.depth == 3: scope = .track
    case (.track, .track) where token.depth == 2:
      scope = .file
      tracks.append(track)
    case (.track, _): endTrackField(name, token, text)
    case (.file, .name) where token.depth == 2, (.metadata, .name) where token.depth == 3:
      fileName = fileName ?? words(text)
    case (.metadata, .metadata) where token.depth == 2, (.aside, .route) where token.depth == 2,
      (.aside, .waypoint) where token.depth == 2:
      scope = .file
    default: break
    }
  }

  private mutating func note(_ finding: Finding, _ token: XMLToken) {
    findings.note(finding, at: token.place.place)
  }
}

extension GPXDocument {
  private mutating func endTrackField(_ name: GPXName, _ token: XMLToken, _ text: Span<UInt8>) {
    guard !text.isEmpty else { return }
    switch name {
    case .name where token.depth == 3: track.name = track.name ?? words(text)
    case .type where token.depth == 3: track.type = track.type ?? words(text)
    case .activity: track.activity = track.activity ?? words(text)
    case .typeTranslated: track.typeTranslated = track.typeTranslated ?? words(text)
    case .totalDistance:
      // What no run can be is no statement about one.
      let metres = decimal(text).flatMap { (0...1e8).contains($0) ? $0 : nil }
      track.deviceDistance = track.deviceDistance ?? metres
    case .timerTime: track.timerTime = track.timerTime ?? decimal(text)
    default: break
    }
  }

  private mutating func endTime(_ token: XMLToken, _ text: Span<UInt8>) {
    guard token.depth == pointDepth + 1 else { return }
    guard let time = writtenTime(text) else {
      if words(text) != nil { note(.unreadableTime, token) }
      return
    }
    point.time = time.milliseconds
    if !Timestamp.plausibleMilliseconds.contains(time.milliseconds) {
      note(.implausibleTime, token)
    }
    switch time.utcOffsetMinutes {
    case nil: note(.timeWithoutZone, token)
    case 0: break
    case let offset: track.utcOffsetMinutes = track.utcOffsetMinutes ?? offset
    }
  }

  private mutating func endValue(_ name: GPXName, _ token: XMLToken, _ text: Span<UInt8>) {
    guard !text.isEmpty, let field = PointField(name) else { return }
    if field.isDirect, token.depth != pointDepth + 1 { return }
    guard let value = decimal(text) else {
      if words(text) != nil { note(.unreadableValue, token) }
      return
    }
    switch field {
    case .channel(.speed) where value < 0: note(.invalidSpeed, token)
    case .channel(let channel): point.set(channel, value)
    case .accuracy(.hdopInMetres) where !isHDOPInMetres: break
    case .accuracy(let source): point.setAccuracy(value, from: source)
    }
  }

  private mutating func endPoint(_ token: XMLToken) {
    scope = scopeAroundPoint
    let number = isSegmentFresh ? segment + 1 : segment
    guard point.append(to: &track.fixes, segment: number) else {
      note(.pointWithoutPosition, token)
      return
    }
    segment = number
    isSegmentFresh = false
    if point.accuracySource.rank > track.accuracySource.rank {
      track.accuracySource = point.accuracySource
    }
    hasTooManyFixes = track.fixes.count > maxFixes
  }
}

/// OsmAnd and Locus put the radius that Android gives them, in metres, where the dilution belongs.
/// Source: OsmAnd #3445 and #6325, Locus help topic 23131.
private func putsMetresIntoHDOP(_ creator: String) -> Bool {
  let creator = creator.lowercased()
  return creator.hasPrefix("osmand") || creator.hasPrefix("locus")
}

/// Text for people: without blanks around; nil where nothing is left.
private func words(_ text: Span<UInt8>) -> String? {
  var first = 0
  var end = text.count
  while first < end, isBlank(text[first]) { first += 1 }
  while end > first, isBlank(text[end - 1]) { end -= 1 }
  guard first < end else { return nil }
  // libxml2 hands over an attribute's ampersand as a reference, as it must not be taken for one.
  return String(decoding: (first..<end).map { text[$0] }, as: UTF8.self)
    .split(separator: "&#38;", omittingEmptySubsequences: false).joined(separator: "&")
}
