/// What a session says, as far as it matters here.
struct PolarSession: Decodable {
  let startTime: Lenient<String>?
  let timezoneOffsetMinutes: WholeNumber?
  let distanceMeters: Lenient<Double>?
  let name: Lenient<String>?
  let sport: Lenient<PolarSport>?
  let identifier: Lenient<PolarIdentifier>?
  let exercises: Lenient<[Lenient<PolarExercise>]>?

  /// Polar's own name of the session.
  var id: String? { identifier?.value?.text }
}

struct PolarExercise: Decodable {
  struct Routes: Decodable {
    let route: Lenient<Route>?
  }

  struct Route: Decodable {
    let startTime: Lenient<String>?
    let wayPoints: Lenient<[Lenient<Waypoint>]>?
  }

  struct Waypoint: Decodable {
    let latitude: Lenient<Double>?
    let longitude: Lenient<Double>?
    let altitude: Lenient<Double>?
    let elapsedMillis: WholeNumber?
  }

  struct Samples: Decodable {
    let samples: Lenient<[Lenient<Series>]>?
  }

  struct Series: Decodable {
    let type: Lenient<String>?
    let intervalMillis: WholeNumber?
    let values: Lenient<[Lenient<Double>]>?
  }

  /// When the clock stood still; ends are written in either way.
  struct Pause: Decodable {
    let startTime: Lenient<String>?
    let endTime: Lenient<String>?
    let durationMillis: WholeNumber?
  }

  let startTime: Lenient<String>?
  let timezoneOffsetMinutes: WholeNumber?
  let distanceMeters: Lenient<Double>?
  let sport: Lenient<PolarSport>?
  let routes: Lenient<Routes>?
  let samples: Lenient<Samples>?
  let pauseTimes: Lenient<[Lenient<Pause>]>?
}

/// `{"id": 27}`, where the number may stand in quotes.
struct PolarSport: Decodable {
  let id: Lenient<PolarIdentifier>?
}

/// A number or text, alone or as the `id` of an object.
struct PolarIdentifier: Decodable {
  let text: String?

  private enum Key: CodingKey { case id }

  init(from decoder: any Decoder) throws {
    if let object = try? decoder.container(keyedBy: Key.self) {
      text =
        (try? object.decode(String.self, forKey: .id))
        ?? (try? object.decode(Int64.self, forKey: .id)).map { "\($0)" }
    } else {
      let single = try decoder.singleValueContainer()
      text = (try? single.decode(String.self)) ?? (try? single.decode(Int64.self)).map { "\($0)" }
    }
  }
}
