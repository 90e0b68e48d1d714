internal import RunModel

/// The sport that a service's own word for machines means: `trail_running`, `lap_swimming`.
///
/// Nil where it is none, or says nothing.
func sport(_ word: String) -> Sport? {
  let sport = Sport(recorded: word)
  if ["unknown", "other", "uncategorized", "workout", "activity"].contains(sport.rawValue) {
    return nil
  }
  switch sport.rawValue.split(separator: "_").last {
  case "swim", "swimming": return .swimming
  case "row", "rowing": return .rowing
  default: return sport
  }
}

/// The sport that Strava's word means, which is in the language of the account; nil for a word that is
/// not known, so that it does not take the place of what the file says.
func stravaSport(_ word: String) -> Sport? {
  let word = comparable(word)
  if let sport = translatedWords[word] { return sport }
  return englishWords.contains(word) ? sport(word) : nil
}

/// Names of Strava's kinds of activities, as its interface has them.
private let englishWords: Set = [
  "run", "trail run", "virtual run", "walk", "hike", "ride", "mountain bike ride", "gravel ride",
  "e-bike ride", "e-mountain bike ride", "virtual ride", "handcycle", "velomobile", "swim",
  "rowing", "virtual row", "canoeing", "kayaking", "kitesurf", "sail", "stand up paddling",
  "surfing", "windsurf", "ice skate", "alpine ski", "backcountry ski", "nordic ski", "snowboard",
  "snowshoe", "inline skate", "roller ski", "skateboard", "rock climbing", "golf", "wheelchair",
  "elliptical", "stair-stepper", "weight training", "yoga", "pilates", "crossfit", "soccer",
  "tennis", "badminton", "squash", "table tennis", "pickleball", "racquetball",
]

/// Running, walking, hiking, riding and swimming in German, French, Spanish, Italian, Dutch and
/// Portuguese: what a parameter set is chosen by.
private let translatedWords: [String: Sport] = {
  let words: [(Sport, [String])] = [
    (
      .running,
      [
        "lauf", "laufen", "traillauf", "trailrunning", "virtueller lauf", "course à pied",
        "course", "trail", "course à pied virtuelle", "carrera", "carrera de montaña", "corsa",
        "corsa su sentiero", "hardloopsessie", "hardlopen", "trailrun", "corrida",
        "corrida em trilha",
      ]
    ),
    (
      .walking,
      [
        "spaziergang", "gehen", "marche", "caminata", "camminata", "wandeling", "wandelen",
        "caminhada",
      ]
    ),
    (
      .hiking,
      ["wanderung", "wandern", "randonnée", "senderismo", "escursione", "hiken", "trilha"]
    ),
    (
      .cycling,
      [
        "radfahrt", "radfahren", "mountainbike-fahrt", "mountainbiken", "gravel-fahrt",
        "e-bike-fahrt", "virtuelle radfahrt", "sortie à vélo", "vélo", "vtt", "sortie vtt",
        "vélo électrique", "vélo virtuel", "gravel", "bicicleta", "vuelta en bicicleta",
        "vuelta ciclista", "giro in bici", "pedalata", "ciclismo", "fietsrit", "fietsen",
        "pedalada",
      ]
    ),
    (.swimming, ["schwimmen", "natation", "natación", "nuoto", "nuotata", "zwemmen", "natação"]),
  ]
  return Dictionary(
    words.flatMap { sport, names in names.map { ($0, sport) } }, uniquingKeysWith: { $1 })
}()

extension Sport {
  fileprivate static let swimming = Sport(rawValue: "swimming")
  fileprivate static let rowing = Sport(rawValue: "rowing")
}
