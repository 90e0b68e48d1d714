package import Reports
package import RunModel
internal import Tuning

/// What is to be tuned, and on which runs.
package struct TuningRequest: Sendable {
  /// A table of truths and its name.
  package struct Table: Sendable {
    package let name: String
    /// Comma-separated values with a heading.
    package let bytes: [UInt8]

    package init(name: String, bytes: [UInt8]) {
      self.name = name
      self.bytes = bytes
    }
  }

  /// Nil for what the library knows; what it knows besides a table is not looked at.
  package var table: Table?
  package var constants: [FilterConstant] = [.accuracy, .speed, .move]
  /// Nil for every sport of which truths are known.
  package var sport: Sport?
  /// Runs whose routes alone are looked at; none for all routes.
  package var routes: [Run] = []
  /// The set to start from; nil for the current one of the judged runs' sports.
  package var base: ParameterSet?
  /// Of the resampling.
  package var seed: UInt64 = 1

  package init() {}
}

/// Runs to judge parameter sets by, by route and start, and the set to start from.
package struct TuningTask: Sendable {
  let base: ParameterSet
  let candidate: ParameterReference
  let constants: [FilterConstant]
  let seed: UInt64
  let runs: [JudgedRun]
  let account: TruthAccount
  /// The first run of each route, by the route's number.
  let routes: [RunID]
}

/// Why nothing can be tuned.
package enum TuningError: Error {
  /// Too few runs of known length, or on too few routes, to say what would hold for others.
  case tooLittle(truths: Int, routes: Int, TruthAccount)
  /// The judged runs' sports use several sets; most of the runs are of one of them.
  case severalBases([(set: ParameterReference, sports: [Sport])], most: Sport)
  /// No run on the route of this one has a known length.
  case noTruthOnRoute(Run)
  /// The table has a heading and nothing below it.
  case noStatement

  package static var fewestTruths: Int { TuningRefusal.fewestTruths }
  package static var fewestRoutes: Int { TuningRefusal.fewestRoutes }
}

/// What is known of the lengths of activities.
struct KnownLengths {
  /// What is known of one activity, all statements together.
  struct Length {
    /// In the order in which kinds are listed.
    let kinds: [TruthKind]
    /// Nil where no length satisfies all statements.
    let interval: TruthInterval?
  }

  /// By the run that stands for the activity.
  let byActivity: [RunID: Length]

  /// - Parameter runs: all of the library.
  init(_ truths: [Truth], of runs: [Run]) {
    let activities = Dictionary(
      runs.map { ($0.id, $0.activity) }, uniquingKeysWith: { first, _ in first })
    let grouped = Dictionary(grouping: truths) { activities[$0.run] ?? $0.run }
    byActivity = grouped.mapValues { truths in
      let stated = Set(truths.map(\.kind))
      return Length(
        kinds: TruthKind.allCases.filter(stated.contains),
        interval: truths.dropFirst().reduce(truths.first?.interval) {
          $0?.intersection($1.interval)
        })
    }
  }
}
