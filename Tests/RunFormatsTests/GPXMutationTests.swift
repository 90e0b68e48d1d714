import RunFormats
import RunModel
import Simulation
import TestSupport
import Testing

/// Changes documents at random, and expects a reading or an error, and never a trap.
@Suite struct GPXMutationTests {
  static let documents: [[UInt8]] = [
    gpx(
      seg(point(0), point(1, "<ele>1e2</ele><time>2026-10-16T08:00:01.5+02:00</time>"))
        + seg(point(2), point(3)),
      track: "<name>Ü &amp; <![CDATA[x]]> &#65;</name><type>run</type>",
      root: "version=\"1.1\" creator=\"OsmAnd\" xmlns=\"http://www.topografix.com/GPX/1/1\""),
    "<!-- c --><?pi x?><!DOCTYPE gpx SYSTEM 'x'><gpx><metadata><name>m</name></metadata>"
      + "<wpt lat='1' lon='2'/><trk><trkseg><trkpt lat='1' lon='2'><extensions><a:T xmlns:a='u'>"
      + "<a:hr>1</a:hr><b:cad>2</b:cad></a:T><hAcc>3</hAcc></extensions></trkpt></trkseg></trk>"
      + "<trk><trkseg><trkpt lat='1' lon='2'/></trkseg></trk></gpx>",
  ].map { Array($0.utf8) }

  @Test(arguments: 0..<8 as Range<UInt64>)
  func anyMutationIsReadOrRefused(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    for round in 0..<500 {
      var bytes = Self.documents[round % Self.documents.count]
      if round.isMultiple(of: 7) {
        bytes = [0xFF, 0xFE] + bytes.flatMap { [$0, 0] }
      }
      for _ in 0...Int.random(in: 0..<4, using: &generator) { mutate(&bytes, &generator) }
      let piece = [1, 7, 64, 4096].randomElement(using: &generator) ?? 1
      do throws(FormatError) {
        let reading = try readGPX(bytes, piece: piece)
        #expect((reading.kind == .withoutPositions) == reading.runs.isEmpty)
        #expect(reading.runs.allSatisfy { !$0.fixes.isEmpty })
      } catch {
        #expect(!error.detail.isEmpty)
      }
    }
  }

  @Test(arguments: documents, [1, 7, 4096])
  func pieceLengthMakesNoDifferenceToDamagedFilesEither(document: [UInt8], piece: Int) {
    for cut in stride(from: 1, to: document.count, by: 3) {
      let bytes = Array(document.prefix(cut)) + [UInt8(ascii: "<")]
      let whole = try? readGPX(bytes)
      let pieces = try? readGPX(bytes, piece: piece)
      #expect(whole?.runs == pieces?.runs, "cut at \(cut)")
    }
  }
}
