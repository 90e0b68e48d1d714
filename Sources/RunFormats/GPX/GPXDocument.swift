internal import RunModel

/// Follows the elements of a GPX document and keeps what becomes runs.
///
/// Only `trk`, `trkseg` and `trkpt` are fixes; routes and waypoints are plans and places.
final class GPXDocument: XMLHandler {
  /// The tracks so far; a point is in once its element has closed.
  private(set) var tracks: [GPXTrack] = []
  /// Who wrote the file: `creator`.
  private(set) var device: String?
  /// The name of the whole file.
  private(set) var fileName: String?
  private(set) var routePointCount = 0
  private(set) var waypointCount = 0
  /// True where one track went past the limit; reading has stopped then.
  private(set) var hasTooManyFixes = false

  private let maxFixes: Int
  private var scope = Scope.file
  private var track = GPXTrack()
  private var segment: Int32 = -1
  private var isSegmentFresh = false
  private var point = PointBuilder()
  private var pointDepth = 0
  /// The segment, or the track itself where a file leaves the segment out.
  private var scopeAroundPoint = Scope.segment
  private var isHDOPInMetres = false

  /// What the open element belongs to.
  private enum Scope { case file, metadata, track, segment, point, aside }

  init(maxFixes: Int) {
    self.maxFixes = maxFixes
  }

  /// The tracks, with one that the document did not close.
  var allTracks: [GPXTrack] {
    scope == .track || scope == .segment || scope == .point ? tracks + [track] : tracks
  }

  func begin(_ code: UInt8, in document: XMLPushParser) -> Bool {
    guard let name = GPXName(rawValue: code) else { return false }
    switch (scope, name) {
    case (.file, _): return beginInFile(name, depth: document.depth)
    case (.metadata, .name), (.track, .name), (.track, .type): return document.depth == 3
    case (.track, .activity), (.track, .typeTranslated), (.track, .totalDistance),
      (.track, .timerTime):
      return true
    case (.track, .segment):
      scope = .segment
      isSegmentFresh = true
    case (.segment, .point), (.track, .point):
      scopeAroundPoint = scope
      scope = .point
      point = PointBuilder()
      pointDepth = document.depth
    case (.point, .time), (.point, .elevation), (.point, .dilution):
      return document.depth == pointDepth + 1
    case (.point, .distance): return isCumulative(document.namespace)
    case (.point, .speed), (.point, .heartRate), (.point, .cadence), (.point, .power),
      (.point, .temperature), (.point, .appleAccuracy), (.point, .openTracksAccuracy):
      return true
    case (.aside, .routePoint): routePointCount += 1
    default: break
    }
    return false
  }

  private func beginInFile(_ name: GPXName, depth: Int) -> Bool {
    guard depth == 2 else { return false }
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
      waypointCount += 1
    case .name: return true
    default: break
    }
    return false
  }

  /// Cluetrust's `distance` counts from the start; OpenTracks' from the point before.
  private func isCumulative(_ namespace: String) -> Bool {
    namespace.contains("cluetrust") || namespace == "gpxdata"
  }

  func attribute(_ code: UInt8, value: Span<UInt8>, in document: XMLPushParser) {
    switch (scope, GPXName(rawValue: code)) {
    case (.point, .latitude) where document.depth == pointDepth:
      point.latitude = position(value, in: document)
    case (.point, .longitude) where document.depth == pointDepth:
      point.longitude = position(value, in: document)
    case (.file, .creator) where document.depth == 1:
      device = words(value)
      isHDOPInMetres = putsMetresIntoHDOP(device ?? "")
    default: break
    }
  }

  private func position(_ text: Span<UInt8>, in document: XMLPushParser) -> Double? {
    let degrees = decimal(text)
    if degrees == nil, !text.isEmpty { document.note(.unreadablePosition) }
    return degrees
  }

  func end(_ code: UInt8, text: Span<UInt8>, in document: XMLPushParser) {
    guard let name = GPXName(rawValue: code) else { return }
    switch (scope, name) {
    case (.point, .point) where document.depth == pointDepth: endPoint(in: document)
    case (.point, .time): endTime(text, in: document)
    case (.point, _): endValue(name, text, in: document)
    case (.segment, .segment) where document.depth == 3: scope = .track
    case (.track, .track) where document.depth == 2:
      scope = .file
      tracks.append(track)
    case (.track, _): endTrackField(name, text)
    case (.file, .name), (.metadata, .name): fileName = fileName ?? words(text)
    case (.metadata, .metadata) where document.depth == 2: scope = .file
    case (.aside, .route), (.aside, .waypoint):
      if document.depth == 2 { scope = .file }
    default: break
    }
  }
}

extension GPXDocument {
  private func endTrackField(_ name: GPXName, _ text: Span<UInt8>) {
    guard !text.isEmpty else { return }
    switch name {
    case .name: track.name = track.name ?? words(text)
    case .type: track.type = track.type ?? words(text)
    case .activity: track.activity = track.activity ?? words(text)
    case .typeTranslated: track.typeTranslated = track.typeTranslated ?? words(text)
    case .totalDistance: track.deviceDistance = track.deviceDistance ?? decimal(text)
    case .timerTime: track.timerTime = track.timerTime ?? decimal(text)
    default: break
    }
  }

  private func endTime(_ text: Span<UInt8>, in document: XMLPushParser) {
    guard document.depth == pointDepth + 1 else { return }
    guard let time = writtenTime(text) else {
      if words(text) != nil { document.note(.unreadableTime) }
      return
    }
    point.time = time.milliseconds
    if !Timestamp.plausibleMilliseconds.contains(time.milliseconds) {
      document.note(.implausibleTime)
    }
    switch time.utcOffsetMinutes {
    case nil: document.note(.timeWithoutZone)
    case 0: break
    case let offset: track.utcOffsetMinutes = track.utcOffsetMinutes ?? offset
    }
  }

  private func endValue(_ name: GPXName, _ text: Span<UInt8>, in document: XMLPushParser) {
    guard !text.isEmpty else { return }
    guard let value = decimal(text) else {
      if words(text) != nil { document.note(.unreadableValue) }
      return
    }
    switch name {
    case .elevation: point.set(.elevation, value)
    case .heartRate: point.set(.heartRate, value)
    case .cadence: point.set(.cadence, value)
    case .power: point.set(.power, value)
    case .temperature: point.set(.temperature, value)
    case .distance: point.set(.deviceDistance, value)
    case .speed:
      if value < 0 { document.note(.invalidSpeed) } else { point.set(.speed, value) }
    case .appleAccuracy: point.setAccuracy(value, from: .hAcc)
    case .openTracksAccuracy: point.setAccuracy(value, from: .accuracyHorizontal)
    case .dilution:
      if isHDOPInMetres { point.setAccuracy(value, from: .hdopInMetres) }
    default: break
    }
  }

  private func endPoint(in document: XMLPushParser) {
    scope = scopeAroundPoint
    let number = isSegmentFresh ? segment + 1 : segment
    guard point.append(to: &track.fixes, segment: number) else {
      document.note(.pointWithoutPosition)
      return
    }
    segment = number
    isSegmentFresh = false
    if point.accuracySource.rank > track.accuracySource.rank {
      track.accuracySource = point.accuracySource
    }
    if track.fixes.count > maxFixes {
      hasTooManyFixes = true
      document.stop()
    }
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
