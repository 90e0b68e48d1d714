import RunModel
import ServiceExports
import Testing

/// Headers as the services wrote them in 2018, 2019, 2023 and 2025, as far as they are known, with the
/// languages of accounts.
enum StravaHeader {
  static let english = """
    Activity ID,Activity Date,Activity Name,Activity Type,Activity Description,Elapsed Time,Distance,\
    Max Heart Rate,Relative Effort,Commute,Activity Private Note,Activity Gear,Filename,\
    Athlete Weight,Bike Weight,Elapsed Time,Moving Time,Distance,Max Speed,Average Speed
    """
  static let german = """
    Aktivitäts-ID,Aktivitätsdatum,Name der Aktivität,Aktivitätsart,Aktivitätsbeschreibung,\
    Verstrichene Zeit,Distanz,Max. Herzfrequenz,Relative Leistung,Pendelfahrt,Private Notiz,\
    Ausrüstung,Dateiname,Gewicht,Radgewicht,Verstrichene Zeit,Bewegungszeit,Distanz,Max. Tempo,Tempo
    """
  static let french = """
    ID de l’activité,Date de l'activité,Nom de l'activité,Type d'activité,Description,\
    Temps écoulé,Distance,Fréquence max.,Effort relatif,Trajet,Note privée,Équipement,\
    Nom du fichier,Poids,Poids du vélo,Temps écoulé,Durée de déplacement,Distance,Vitesse max.,Vitesse
    """
  /// No language that is known here, and other words for the two distances.
  static let unknown = """
    Tegevuse ID,Kuupäev,Nimi,Liik,Kirjeldus,Aeg,Vahemaa,Pulss,Pingutus,Tööle,Märkus,Varustus,Fail,\
    Kaal,Ratta kaal,Kulunud aeg,Liikumisaeg,Vahemaa meetrites,Kiirus,Keskmine
    """
}

@Suite struct StravaTests {
  private func row(
    id: String = "101", name: String = "Spring 10K", type: String = "Run", shown: String = "10.82",
    file: String = "activities/7.gpx", metres: String = "10820.5"
  ) -> String {
    "\(id),\"Sep 12, 2018, 3:02:23 PM\",\(name),\(type),,3600,\(shown),,,false,,,\(file),,,"
      + "3600.0,3500.0,\(metres),5.1,3.0"
  }

  @Test(arguments: [
    (StravaHeader.english, "Run", "10.82", "10820.5"),
    (StravaHeader.english, "Run", "6.72", "10820.5"),
    (StravaHeader.german, "Lauf", "\"10,82\"", "10820.5"),
    (StravaHeader.german, "Traillauf", "\"10,82\"", "\"10820,5\""),
    (StravaHeader.french, "Course à pied", "\"10,82\"", "10820.5"),
    ("\u{FEFF}" + StravaHeader.english, "Trail Run", "10.82", "10820.5"),
  ])
  func theHeadersLanguageMakesNoDifference(
    header: String, type: String, shown: String, metres: String
  ) throws {
    let text = "\(header)\n\(row(type: type, shown: shown, metres: metres))\n"
    let reading = try #require(readExport(text))
    #expect(reading.table == .strava)
    let activity = try #require(reading.activities.first)
    #expect(activity.file == "activities/7.gpx")
    #expect(activity.record.id == "101")
    #expect(activity.record.name == "Spring 10K")
    #expect(activity.record.sport == .running)
    #expect(activity.record.distance == 10_820.5)
    #expect(reading.diagnostics.isEmpty)
  }

  @Test func aHeaderInNoKnownLanguageIsReadByItsPlacesAndContent() throws {
    let text = "\(StravaHeader.unknown)\n\(row(type: "Jooks"))\n"
    let activity = try #require(readExport(text)?.activities.first)
    #expect(activity.file == "activities/7.gpx")
    #expect(activity.record.name == "Spring 10K")
    #expect(activity.record.distance == 10_820.5)
    // A word that is not known must not take the place of what the file says.
    #expect(activity.record.sport == nil)
  }

  @Test func theHeaderOf2018HasOneDistanceInMetres() throws {
    let text = """
      id,date,name,type,description,elapsed_time,distance,commute,gear,filename
      99,2018-09-12 15:02:23,Old,Ride,,3600,20123.4,false,,activities/99.tcx.gz
      """
    let activity = try #require(readExport(text)?.activities.first)
    #expect(activity.record.id == "99")
    #expect(activity.record.distance == 20_123.4)
    #expect(activity.record.sport == .cycling)
    #expect(activity.file == "activities/99.tcx.gz")
  }

  @Test func columnsMayBeAddedAndMoved() throws {
    let text = """
      Activity ID,Activity Date,Activity Name,Activity Type,New,Activity Description,Elapsed Time,\
      Distance,Filename,More,Elapsed Time,Distance
      5,x,Name,Hike,activities/none of it,,60,1.50,activities/5.fit,,60.0,1500
      """
    let activity = try #require(readExport(text)?.activities.first)
    #expect(activity.file == "activities/5.fit")
    #expect(activity.record.distance == 1500)
    #expect(activity.record.sport == .hiking)
  }

  /// A claim that nobody made is worse than none.
  @Test(arguments: [
    ("10.82", "3500.0"), ("10.82", ""), ("10.82", "nan"), ("10.82", "-10820"), ("0", "0"),
    ("10.82", "1e400"), ("10.82", "0x1p3"),
  ])
  func distancesThatContradictEachOtherAreNoClaim(shown: String, metres: String) throws {
    let text = "\(StravaHeader.english)\n\(row(shown: shown, metres: metres))\n"
    let record = try #require(readExport(text)?.activities.first?.record)
    #expect(record.distance == nil)
  }

  @Test func swimmersSeeMetres() throws {
    let text = "\(StravaHeader.english)\n\(row(type: "Swim", shown: "1500", metres: "1500.0"))\n"
    let record = try #require(readExport(text)?.activities.first?.record)
    #expect(record.distance == 1500)
    #expect(record.sport?.rawValue == "swimming")
  }

  @Test func descriptionsMayHaveLinesCommasAndQuotes() throws {
    let name = "\"Run, \"\"fast\"\"\""
    let long = row(name: name).replacing(
      ",,3600,", with: ",\"One\ntwo, \"\"three\"\"\r\nfour\",3600,")
    let reading = try #require(readExport("\(StravaHeader.english)\n\(long)\n\(row(id: "102"))\n"))
    #expect(reading.activities.map(\.record.id) == ["101", "102"])
    #expect(reading.activities.first?.record.name == "Run, \"fast\"")
  }

  @Test func activitiesWithoutFileAreCountedAndNoMore() throws {
    let rows = [row(), row(file: ""), row(file: "#error#"), row(file: "")]
    let text = ([StravaHeader.english] + rows).joined(separator: "\n")
    let reading = try #require(readExport(text))
    #expect(reading.activities.count == 1)
    #expect(reading.activityCount == 1)
    #expect(reading.remarks == ["activities_without_file": 2, "files_lost": 1])
  }

  @Test func aBrokenQuoteKeepsTheRowsBefore() throws {
    let text = "\(StravaHeader.english)\n\(row())\n\(row(name: "\"no end"))\n3,x,y\n"
    let reading = try #require(readExport(text))
    #expect(reading.activities.count == 1)
    #expect(reading.remarks == ["quote_without_end": 1])
    #expect(reading.diagnostics.first?.place?.line == 3)
  }

  @Test(arguments: [
    "a,b\n1,2\n", "Comment,Activity ID,Filename\n", "",
    "a,b,c,d,e,f,g,h,i,j,k\n1,2,3,4,5,6,7,8,9,10,11\n",
    String(repeating: ",", count: 1_000_000),
  ])
  func otherTablesAreNotTakenForIt(text: String) {
    #expect(readExport(text) == nil)
  }
}
