internal import RunModel

/// Follows the elements of a TCX document and keeps what becomes runs: each `Activity`, and the
/// `Transition` between two of them, is a run of its own.
///
/// Courses and workouts are plans.
struct TCXDocument: XMLDocument {
  static let format = Format.tcx
  static let rootName = "TrainingCenterDatabase"

  private(set) var findings = Findings()
  private(set) var hasTooManyFixes = false

  private let maxFixes: Int
  /// Those with fixes.
  private var activities: [TCXActivity] = []
  private var hasActivities = false
  /// Who signed the whole file.
  private var signatures = TCXSignatures()
  private var activity = TCXActivity()
  private var point = PointBuilder()
  /// True while the point says nothing but a time.
  private var isTimeOnly = true
  private var isInHeartRate = false
  private var hasPoints = false
  /// What the file holds besides activities.
  private var plans: Set<TCXName> = []

  private var scope = Scope.file
  private var scopeAroundSignature = Scope.file
  private var activityDepth: UInt8 = 0
  /// 0 while no lap is open.
  private var lapDepth: UInt8 = 0
  private var pointDepth: UInt8 = 0
  /// Of the creator, the author, or what is left aside.
  private var asideDepth: UInt8 = 0

  /// What the open element belongs to.
  private enum Scope { case file, activity, point, creator, author, aside }

  init(maxFixes: Int) {
    self.maxFixes = maxFixes
  }

  /// A point is in once its element closed.
  var runs: [RecordedRun] {
    (isActivityOpen ? activities + [activity] : activities).compactMap { $0.run(in: signatures) }
  }

  private var isActivityOpen: Bool {
    switch scope {
    case .activity, .point: true
    case .creator, .author: scopeAroundSignature == .activity
    case .file, .aside: false
    }
  }

  var kindWithoutRuns: Reading.Kind {
    guard !hasActivities else { return .withoutPositions }
    if plans.contains(.course) { return .noActivity("TCX course") }
    if plans.contains(.workout) { return .noActivity("TCX workouts") }
    return plans.isEmpty ? .withoutPositions : .noActivity("TCX folders")
  }

  var contentInstead: Finding? { hasPoints || !plans.isEmpty ? nil : .noPoints }

  mutating func take(_ token: XMLToken, text: Span<UInt8>) {
    guard let name = TCXName(rawValue: token.name), !hasTooManyFixes else { return }
    switch token.kind {
    case .begin: begin(name, token)
    case .attribute: takeAttribute(name, token, text)
    case .end where scope == .point: endInPoint(name, token, text)
    case .end: end(name, token, text)
    }
  }

  private mutating func begin(_ name: TCXName, _ token: XMLToken) {
    switch (scope, name) {
    case (.point, .heartRate): isInHeartRate = token.depth == pointDepth + 1
    case (.activity, .point): beginPoint(token)
    case (.activity, .track): activity.beginTrack()
    case (.activity, .lap):
      lapDepth = token.depth
      activity.beginLap()
    case (.file, .activity), (.file, .transition): beginActivity(name, token)
    case (.file, .creator), (.activity, .creator): beginSignature(.creator, token)
    case (.file, .author), (.activity, .author): beginSignature(.author, token)
    case (.file, .folders), (.file, .courses), (.file, .workouts):
      scope = .aside
      asideDepth = token.depth
      if name == .folders { plans.insert(name) }
    case (.aside, .course), (.aside, .workout): plans.insert(name)
    default: break
    }
  }

  private mutating func beginActivity(_ name: TCXName, _ token: XMLToken) {
    scope = .activity
    activityDepth = token.depth
    activity = TCXActivity()
    // A transition is a lap by the schema, and so has a lap's totals.
    lapDepth = name == .transition ? token.depth : 0
    if name == .transition { activity.statedSport = "transition" }
  }

  private mutating func beginPoint(_ token: XMLToken) {
    scope = .point
    pointDepth = token.depth
    point = PointBuilder()
    isTimeOnly = true
    isInHeartRate = false
    hasPoints = true
  }

  private mutating func beginSignature(_ signer: Scope, _ token: XMLToken) {
    scopeAroundSignature = scope
    scope = signer
    asideDepth = token.depth
  }

  private mutating func takeAttribute(_ name: TCXName, _ token: XMLToken, _ value: Span<UInt8>) {
    switch (scope, name) {
    case (.activity, .sport) where token.depth == activityDepth:
      activity.statedSport = activity.statedSport ?? words(value)
    case (.point, .cadenceSensor): activity.cadenceSensor = activity.cadenceSensor ?? words(value)
    default: break
    }
  }

  private mutating func end(_ name: TCXName, _ token: XMLToken, _ text: Span<UInt8>) {
    switch scope {
    case .activity: endInActivity(name, token, text)
    case .creator, .author:
      if token.depth == asideDepth { scope = scopeAroundSignature }
      if token.depth == asideDepth + 1 { sign(name, text) }
    case .aside where token.depth == asideDepth: scope = .file
    case .aside, .file, .point: break
    }
  }

  private mutating func sign(_ name: TCXName, _ text: Span<UInt8>) {
    guard let text = words(text) else { return }
    switch (scope, scopeAroundSignature) {
    case (.creator, .activity): activity.signatures.takeCreator(name, text)
    case (.creator, _): signatures.takeCreator(name, text)
    case (_, .activity): activity.signatures.takeAuthor(name, text)
    default: signatures.takeAuthor(name, text)
    }
  }
}

extension TCXDocument {
  private mutating func endInActivity(
    _ name: TCXName, _ token: XMLToken, _ text: Span<UInt8>
  ) {
    if token.depth == activityDepth { return endActivity() }
    let isLapField = lapDepth > 0 && token.depth == lapDepth + 1
    let isActivityField = token.depth == activityDepth + 1
    switch name {
    case .lap where token.depth == lapDepth: lapDepth = 0
    case .distance where isLapField: activity.deviceDistance.add(findings.total(text, token))
    case .timerTime where isLapField: activity.timerTime.add(findings.total(text, token))
    case .id where isActivityField: activity.id = activity.id ?? words(text)
    case .name where isActivityField: activity.name = activity.name ?? words(text)
    case .notes where isActivityField: activity.notes = activity.notes ?? words(text)
    default: break
    }
  }

  private mutating func endActivity() {
    scope = .file
    activity.settle()
    if activity.fixes.isEmpty, activity.deviceDistance.value ?? 0 > 0 {
      findings.note(.distanceWithoutPosition)
    }
    hasActivities = true
    if !activity.fixes.isEmpty { activities.append(activity) }
  }

  private mutating func endInPoint(_ name: TCXName, _ token: XMLToken, _ text: Span<UInt8>) {
    let level = token.depth &- pointDepth
    switch (name, level) {
    case (.point, 0): endPoint(token)
    case (.time, 1): endTime(token, text)
    case (.latitude, 2):
      point.latitude = findings.degrees(text, token)
      isTimeOnly = isTimeOnly && text.isEmpty
    case (.longitude, 2):
      point.longitude = findings.degrees(text, token)
      isTimeOnly = isTimeOnly && text.isEmpty
    case (.heartRate, 1): isInHeartRate = false
    case (.value, 2) where isInHeartRate: endValue(.heartRate, token, text)
    case (.altitude, 1): endValue(.elevation, token, text)
    case (.distance, 1): endValue(.deviceDistance, token, text)
    case (.cadence, _): endValue(.cadence, token, text)
    case (.runCadence, _):
      activity.hasRunCadence = true
      endValue(.cadence, token, text)
    case (.speed, _): endValue(.speed, token, text)
    case (.power, _): endValue(.power, token, text)
    case (.temperature, _): endValue(.temperature, token, text)
    case (.appleAccuracy, _): endAccuracy(.hAcc, token, text)
    case (.openTracksAccuracy, _): endAccuracy(.accuracyHorizontal, token, text)
    default: break
    }
  }

  private mutating func endTime(_ token: XMLToken, _ text: Span<UInt8>) {
    guard let time = findings.time(text, token) else { return }
    point.time = time.milliseconds
    activity.utcOffsetMinutes = activity.utcOffsetMinutes ?? time.localOffset
  }

  private mutating func endValue(_ channel: Channel, _ token: XMLToken, _ text: Span<UInt8>) {
    guard !text.isEmpty else { return }
    let value = findings.sensorValue(text, token)
    isTimeOnly = isTimeOnly && value == nil && words(text) == nil
    guard let value else { return }
    if channel == .speed, value < 0 {
      findings.note(.invalidSpeed, at: token.place.place)
    } else {
      point.set(channel, value)
    }
  }

  private mutating func endAccuracy(
    _ source: AccuracySource, _ token: XMLToken, _ text: Span<UInt8>
  ) {
    guard let value = findings.sensorValue(text, token) else { return }
    point.setAccuracy(value, from: source)
    isTimeOnly = false
  }

  private mutating func endPoint(_ token: XMLToken) {
    scope = .activity
    if !point.hasPosition { findings.note(.pointWithoutPosition, at: token.place.place) }
    let joined = activity.add(point, isTimeOnly: isTimeOnly)
    findings.note(.partialRecord, count: joined, at: token.place.place)
    hasTooManyFixes = activity.fixCount > maxFixes
  }
}
