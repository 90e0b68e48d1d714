internal import RunModel

/// Follows the elements of a GPX document and keeps what becomes runs.
///
/// Only `trk`, `trkseg` and `trkpt` are fixes; routes and waypoints are plans and places.
struct GPXDocument: XMLDocument {
  static let format = Format.gpx
  static let rootName = "gpx"

  let kindWithoutRuns = Reading.Kind.withoutPositions
  private(set) var findings = Findings()
  private(set) var hasTooManyFixes = false

  private let maxFixes: Int
  /// Who wrote the file: `creator`.
  private var device: String?
  /// The name of the whole file.
  private var fileName: String?
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

  var runs: [RecordedRun] {
    RunFormats.runs(of: allTracks, device: device, fileName: fileName)
  }

  /// The tracks, with one that the document did not close; a point is in once its element closed.
  private var allTracks: [GPXTrack] {
    switch scope {
    case .track, .segment, .point: tracks + [track]
    case .file, .metadata, .aside: tracks
    }
  }

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
      point.latitude = findings.degrees(value, token)
    case (.point, .longitude) where token.depth == pointDepth:
      point.longitude = findings.degrees(value, token)
    case (.file, .creator) where token.depth == 1:
      device = words(value)
      isHDOPInMetres = putsMetresIntoHDOP(device ?? "")
    default: break
    }
  }

  private mutating func end(_ name: GPXName, _ token: XMLToken, _ text: Span<UInt8>) {
    switch (scope, name) {
    case (.point, .point) where token.depth == pointDepth: endPoint(token)
    case (.point, .time): endTime(token, text)
    case (.point, _): endValue(name, token, text)
    case (.segment, .segment) where token.depth == 3: scope = .track
    case (.track, .track) where token.depth == 2:
      scope = .file
      // A million empty ones are nothing to keep.
      if !track.fixes.isEmpty { tracks.append(track) }
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
    case .trackID: track.trackID = track.trackID ?? words(text)
    case .typeTranslated: track.typeTranslated = track.typeTranslated ?? words(text)
    case .totalDistance:
      track.deviceDistance = track.deviceDistance ?? findings.total(text, token)
    case .timerTime: track.timerTime = track.timerTime ?? findings.total(text, token)
    default: break
    }
  }

  private mutating func endTime(_ token: XMLToken, _ text: Span<UInt8>) {
    guard token.depth == pointDepth + 1, let time = findings.time(text, token) else { return }
    point.time = time.milliseconds
    track.utcOffsetMinutes = track.utcOffsetMinutes ?? time.localOffset
  }

  private mutating func endValue(_ name: GPXName, _ token: XMLToken, _ text: Span<UInt8>) {
    guard !text.isEmpty, let field = PointField(name) else { return }
    if field.isDirect, token.depth != pointDepth + 1 { return }
    guard let value = findings.sensorValue(text, token) else { return }
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
