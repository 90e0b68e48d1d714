import RunFormats
import RunModel
import Simulation
import TestSupport
import Testing

/// Changes documents at random, and expects a reading or an error, and never a trap.
@Suite struct TCXMutationTests {
  static let documents: [[UInt8]] = [
    tcx(
      lap(
        track(
          at(0, heartRate("80")),
          at(1, "<Extensions><n:TPX><n:Speed>3</n:Speed></n:TPX></Extensions>")),
        track(at(2), trackpoint(seconds: 3), trackpoint(seconds: 9), at(10)),
        head: "<TotalTimeSeconds>10</TotalTimeSeconds><DistanceMeters>1e2</DistanceMeters>")
        + lap(track(trackpoint(seconds: 11, heartRate("90")), at(11))),
      rest: "<Notes>Ü &amp; &#65;</Notes><Creator><Name>G</Name><UnitId>7</UnitId></Creator>",
      root: " xmlns=\"http://www.garmin.com/xmlschemas/TrainingCenterDatabase/v2\""),
    "<!-- c --><TrainingCenterDatabase><Folders><Courses/></Folders><Activities><MultiSportSession>"
      + "<FirstSport><Activity Sport='Other'>\(lap(track(at(0))))</Activity></FirstSport>"
      + "<NextSport><Transition StartTime='x'><DistanceMeters>5</DistanceMeters>\(track(at(1)))"
      + "</Transition><Activity Sport='Biking'>\(lap(track(at(2))))</Activity></NextSport>"
      + "</MultiSportSession></Activities><Courses><Course><Name>c</Name>\(track(at(3)))</Course>"
      + "</Courses><Author><Name>a</Name></Author></TrainingCenterDatabase>",
  ].map { Array($0.utf8) }

  @Test(arguments: 0..<8 as Range<UInt64>)
  func anyMutationIsReadOrRefused(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    for round in 0..<500 {
      var bytes = Self.documents[round % Self.documents.count]
      for _ in 0...Int.random(in: 0..<4, using: &generator) { mutate(&bytes, &generator) }
      let piece = [1, 7, 64, 4096].randomElement(using: &generator) ?? 1
      do throws(FormatError) {
        let reading = try readTCX(bytes, piece: piece)
        let isEmpty = reading.kind != .activity && reading.kind != .plannedRoute
        #expect(isEmpty == reading.runs.isEmpty, "seed \(seed), round \(round)")
        #expect(reading.runs.allSatisfy { !$0.fixes.isEmpty && $0.fixes.segment.first == 0 })
      } catch {
        #expect(!error.detail.isEmpty)
      }
    }
  }

  @Test(arguments: documents, [1, 7, 4096])
  func pieceLengthMakesNoDifferenceToDamagedFilesEither(document: [UInt8], piece: Int) {
    for cut in stride(from: 1, to: document.count, by: 5) {
      let bytes = Array(document.prefix(cut)) + [UInt8(ascii: "<")]
      let whole = try? readTCX(bytes)
      let pieces = try? readTCX(bytes, piece: piece)
      #expect(whole?.runs == pieces?.runs, "cut at \(cut)")
    }
  }
}
