import Testing

@testable import Files

@Suite struct CompanionsTests {
  private func companions(
    of clip: String, among names: [String], going: Set<String> = []
  ) -> [String] {
    Companions(names.map { Array($0.utf8) })
      .of(Array(clip.utf8)) { going.contains(String(decoding: $0, as: UTF8.self)) }
      .map { String(decoding: $0, as: UTF8.self) }
  }

  @Test func whatBelongsToAClipGoesWithIt() {
    let own = [
      "a.mp4.xmp", "a.ass", "a.en.srt", "a.info.json", "a.lrv", "a.nfo", "a.srt", "a.THM", "a.txt",
      "a.vtt", "a.xmp", "a.zh-Hans.srt", "a.chapters.txt", "a.ffmeta",
    ]
    let others = [
      "a.jpg.txt", "a2.srt", "b.srt", "a.mp4", "a.json", "a.txt.bak", "a.some long words.srt",
      "asrt",
      ".srt", "a.",
    ]
    #expect(Set(companions(of: "a.mp4", among: own + others)) == Set(own))
  }

  @Test(arguments: ["a.jpg", "a.mov", "a.NEF", "a.m4a"])
  func whatAlsoBelongsToAnotherStays(_ other: String) {
    let names = ["a.mp4", other, "a.xmp", "a.mp4.xmp"]
    #expect(companions(of: "a.mp4", among: names) == ["a.mp4.xmp"])
    #expect(companions(of: "a.mp4", among: ["a.mp4", other]) == [])
  }

  @Test func ofTwoThatGoTheFirstTakesItAlong() {
    let names = ["a.mov", "a.mp4", "a.xmp"]
    let going: Set = ["a.mov", "a.mp4"]
    #expect(companions(of: "a.mov", among: names, going: going) == ["a.xmp"])
    #expect(companions(of: "a.mp4", among: names, going: going) == [])
  }

  @Test func namesMayBeAnything() {
    let bytes: [[UInt8]] = [
      [0xFF, 0x2E, 0x6D, 0x70, 0x34], [0xFF, 0x2E, 0x73, 0x72, 0x74], [0x2E],
    ]
    #expect(Companions(bytes).of(bytes[0]) { _ in true } == [bytes[1]])
  }
}
