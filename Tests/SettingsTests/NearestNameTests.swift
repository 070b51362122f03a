import Testing

@testable import Settings

@Suite struct NearestNameTests {
  private static let names = Setting.all.map(\.name)

  @Test(arguments: [
    ("volum", "volume"), ("vloume", "volume"), ("Volume", "volume"), ("colour", "color"),
    ("max_rate", "max-rate"), ("audio", "audio-device"), ("preload", "preload-memory"),
    ("logg-level", "log-level"),
  ])
  func typosFindTheIntendedName(_ written: String, _ meant: String) {
    #expect(NearestName.of(written, among: Self.names) == meant)
  }

  @Test(arguments: ["", "x", "colourspace", "teleport", "日本"])
  func unrelatedNamesFindNothing(_ written: String) {
    #expect(NearestName.of(written, among: Self.names) == nil)
  }

  @Test func distancesMatchKnownValues() {
    func distance(_ first: String, _ second: String) -> Int {
      NearestName.distance(Array(first), Array(second))
    }
    #expect(distance("", "") == 0)
    #expect(distance("", "abc") == 3)
    #expect(distance("kitten", "sitting") == 3)
    #expect(distance("ab", "ba") == 1)
    #expect(distance("ca", "abc") == 3)
  }
}
