internal import RunModel
internal import Tuning

extension Contender {
  /// "run@1", "+ moves from 2 m" of a change, "OpenTracks".
  var name: String {
    switch self {
    case .set(let set): visibleText("\(set.reference)")
    case .change(let change, _): "+ \(change.name)"
    case .peer(let rule): rule.name
    }
  }

  /// What it does, as the end of a sentence that begins with its name.
  var summary: String {
    switch self {
    case .set(let set):
      "\(set.rules.accuracyLabel), \(set.rules.speedLabel), \(set.rules.minMoveLabel)"
        + (set.rules.maxGap.map { ", gaps over \(quantity(shortest($0), "s"))" } ?? "")
    case .change(let change, let set):
      "\(visibleText("\(set.reference)")), but \(change.summary)"
    case .peer(let rule): rule.summary
    }
  }

  /// Where the rule stands.
  var source: String {
    switch self {
    case .set(let set): "parameter set \(set.reference), engine \(set.rules.engine)"
    case .change(_, let set): "a change of \(set.reference), in no engine"
    case .peer(let rule): rule.source
    }
  }

  /// Tells scripts what it is.
  var kind: String {
    switch self {
    case .set: "set"
    case .change: "change"
    case .peer: "peer"
    }
  }

  /// A stable word for scripts.
  var code: String {
    switch self {
    case .set(let set): "\(set.reference)"
    case .change(let change, let set): "\(set.reference)+\(change.rawValue)"
    case .peer(let rule): rule.rawValue
    }
  }
}

extension RuleChange {
  fileprivate var name: String {
    switch self {
    case .shortMoves: "moves from 2 m"
    case .longMoves: "moves from 10 m"
    case .withoutSlowMoves: "no slow moves"
    case .recovering: "recovering"
    case .averaged: "averaged"
    case .averagedWithoutSlowMoves: "averaged, no slow"
    }
  }

  fileprivate var summary: String {
    let slow = "counted moves below \(quantity(shortest(Self.slowestMove), "m/s")) are left out"
    let averaged =
      "kept fixes are averaged over \(quantity(shortest(Self.averagedOver), "s")) either way"
    return switch self {
    case .shortMoves: "moves count from \(quantity("2", "m")) on"
    case .longMoves: "moves count from \(quantity("10", "m")) on"
    case .withoutSlowMoves: slow
    case .recovering:
      "\(Self.agreeingFixes) fixes that are too fast, but not from each other, are believed"
    case .averaged: averaged
    case .averagedWithoutSlowMoves: "\(averaged), and \(slow)"
    }
  }
}

extension PeerRule {
  fileprivate var name: String {
    switch self {
    case .plainSum: "plain sum"
    case .minimumMove: "5 m moves only"
    case .openTracks: "OpenTracks"
    case .gpxSee: "GPXSee"
    case .strava: "Strava-like"
    case .movingPandas: "MovingPandas"
    case .gpxpy: "gpxpy smoothed"
    }
  }

  fileprivate var summary: String {
    switch self {
    case .plainSum: "every step from fix to fix"
    case .minimumMove: "every move of 5 m from the last counted fix, nothing else"
    case .openTracks:
      "fixes of 50 m and worse, or without accuracy where others have one, refused; a fix 10 m from the last stored one is"
        + " stored, with the one before it; hops of any length count"
    case .gpxSee: "without fixes whose acceleration has a modified Z-score over 5"
    case .strava: "steps at more than 30 minutes a mile, about 0.9 m/s"
    case .movingPandas:
      "without fixes faster, from the last kept one, than 3 times the 95th percentile of speed"
    case .gpxpy: "each place 0.4 of itself and 0.3 of each neighbour"
    }
  }

  fileprivate var source: String {
    switch self {
    case .plainSum: "RunnerUp, Endurain, FitTrackee and others that filter nothing"
    case .minimumMove: "params add NAME --max-accuracy off --max-speed off --min-move 5"
    case .openTracks:
      "OpenTracks 3c23a9f5, TrackRecordingManager and TrackStatisticsUpdater; without its detection"
        + " of standing"
    case .gpxSee: "GPXSee c72657db, src/data/track.cpp; without its pauses"
    case .strava: "Strava's help on moving time; its smoothing is not published"
    case .movingPandas: "MovingPandas e981913, OutlierCleaner without a limit given"
    case .gpxpy: "gpxpy 017d9961, smooth without removing extremes"
    }
  }
}
