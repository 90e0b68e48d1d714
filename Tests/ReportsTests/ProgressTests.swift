import Reports
import RunModel
import Testing

@Suite struct ProgressTests {
  @Test func theLineSaysHowFarHowFastAndHowLong() {
    #expect(
      progressText(done: 871, of: 1214, "committed", rate: 12_340_000, left: 6.4)
        == "[==============>     ] 871/1 214 committed  12.3 MB/s  0:06 left")
    #expect(
      progressText(done: 0, of: 3, "read", left: nil) == "[>                   ] 0/3 read")
    #expect(
      progressText(done: 3, of: 3, "measured", left: 0)
        == "[====================] 3/3 measured  0:00 left")
    #expect(
      progressText(done: 1, of: 1_000_000, "committed", left: 1e300).hasSuffix(" 10080:00 left"))
  }

  @Test func whatWasFoundComesFirst() {
    #expect(foundText(exports: [], files: 1214, known: 0, Layout()) == "1 214 files\n")
    #expect(
      foundText(
        exports: [(.strava, 1214), (.appleHealth, 1)], files: 1214, known: 1164, Layout())
        == "Strava export, 1 214 activities\nApple Health export, 1 activity\n1 214 files, 1 164 of them as they were read before\n"
    )
    #expect(
      foundText(exports: [], files: 9, known: 9, Layout())
        == "9 files, all as they were read before\n")
  }
}
