import PointCodec
import RunModel
import RunStore
import SQLite
import Testing

/// Fixes that are read into memory where those of another run were.
@Suite struct PointsTests {
  @Test func whatWasThereBeforeLeavesNoTrace() throws {
    let new = try TemporaryLibrary()
    var bare = Fixes()
    for index in 0..<700 {
      bare.append(time: Fixes.noTime, latitude: Double(index), longitude: 0, segment: 0)
    }
    let tracks = [
      track(0..<70_000, segmentLength: 900), bare, track(3..<4), Fixes(), incompressible(900),
      track(7..<5_000),
    ]
    try new.add(tracks.indices.map { packed($0, tracks[$0]) })
    var read = SequencedFixes()
    for index in [0, 1, 2, 3, 4, 5, 4, 3, 2, 1, 0] {
      let run = try #require(try new.library.run(runID(index)))
      #expect(try new.library.read(run.points, .all, into: &read))
      #expect(read.fixes == tracks[index])
      #expect(try new.library.read(run.points, .accuracyOnly, into: &read))
      var measured = Fixes(
        time: tracks[index].time, latitude: tracks[index].latitude,
        longitude: tracks[index].longitude, segment: tracks[index].segment)
      measured[.accuracy] = tracks[index][.accuracy]
      #expect(read.fixes == measured)
    }
  }

  @Test func missingNumbersCutSegmentsInReusedMemoryToo() throws {
    let new = try TemporaryLibrary()
    try new.merge([
      Piece(fixes: NumberedFixes(track(0..<20))),
      Piece(fixes: NumberedFixes(track(30..<40), from: 30)),
    ])
    let run = try #require(try new.library.run(runID(1)))
    try new.add([packed(2, track(0..<50))])
    let whole = try #require(try new.library.run(runID(2)))
    var read = SequencedFixes()
    for _ in 0..<2 {
      #expect(try new.library.read(whole.points, .all, into: &read))
      #expect(read.fixes.segmentCount == 1)
      #expect(try new.library.read(run.points, .all, into: &read))
      #expect(read.fixes.segmentCount == 2)
      #expect(read.fixes == (try new.library.fixes(of: run)))
    }
  }

  @Test func aRunThatWasDeletedIsNotThereAndNoDamage() throws {
    let new = try TemporaryLibrary()
    try new.add([packed(1), packed(2)])
    let run = try #require(try new.library.run(runID(1)))
    try new.library.delete([runID(1)], at: noon)
    var read = SequencedFixes()
    #expect(try !new.library.read(run.points, .all, into: &read))
    let left = try #require(try new.library.run(runID(2)))
    let raw = try Database(path: new.path, access: .readWrite)
    try raw.execute("PRAGMA foreign_keys = OFF; DELETE FROM run_version")
    #expect(code { _ = try new.library.read(left.points, .all, into: &read) } == .damaged)
  }
}
