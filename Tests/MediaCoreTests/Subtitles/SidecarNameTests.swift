import MediaCore
import Models
import TestSupport
import Testing

@Suite struct SidecarNameTests {
  private func name(_ name: String, beside clip: String = "trip.mp4") -> SidecarName? {
    SidecarName(Array(name.utf8), beside: Array(clip.utf8))
  }

  @Test(arguments: [
    ("trip.srt", SidecarName.Form.subRip, "", ""), ("trip.VTT", .webVTT, "", ""),
    ("trip.ass", .script, "", ""), ("trip.ssa", .script, "", ""),
    ("trip.en.srt", .subRip, "en", ""), ("trip.pt-BR.forced.srt", .subRip, "pt-BR", "forced"),
    ("trip.zh_Hant.vtt", .webVTT, "zh_Hant", ""), ("trip.mp4.srt", .subRip, "", ""),
    ("trip.mp4.deu.srt", .subRip, "deu", ""), ("trip.SDH.en.srt", .subRip, "en", "SDH"),
    ("trip.en.hi.srt", .subRip, "en", "hi"), ("trip.hi.srt", .subRip, "hi", ""),
  ])
  func namesTellLanguages(
    _ text: String, _ form: SidecarName.Form, _ language: String, _ notes: String
  ) {
    let read = name(text)
    #expect(read?.form == form)
    #expect(read?.language.string == language)
    #expect(read?.notes.string == notes)
  }

  @Test(arguments: [
    "trip.txt", "trip.part2.srt", "trip2.srt", "tri.srt", "tripsrt", ".srt", "trip", "Trip.srt",
    "trip.sub", "trip.idx", "trip.e.srt", "trip.en.fr.srt", "trip..en.srt", "trip.mp4",
    "trip.en-.srt", "trip.12.srt", "trip.\u{1B}[.srt", "",
  ])
  func otherFilesAreNoSubtitlesOfTheClip(_ text: String) {
    #expect(name(text) == nil)
  }

  @Test func anyClipNameIsMatched() {
    let plain = name("trip.srt")
    #expect(plain?.form == .subRip)
    #expect(name("noend.en.srt", beside: "noend") == name("trip.en.srt"))
    #expect(name("a.b.srt", beside: "a.b.mkv") == plain)
    #expect(name(".hidden.srt", beside: ".hidden") == plain)
    #expect(SidecarName([0xFF, 0x2E] + Array("srt".utf8), beside: [0xFF, 0x2E, 0x61]) == plain)
    #expect(name("x.srt", beside: "") == nil)
  }

  @Test func extensionsIdentifySubtitles() {
    #expect(SidecarName.isSubtitles(Array("whatever.SRT".utf8)))
    for other in ["srt", "a.srtx", "a.mp4", "", ".", "a.sr"] {
      #expect(!SidecarName.isSubtitles(Array(other.utf8)))
    }
  }

  @Test func randomNamesAreRead() {
    let seed = Fuzz.seed
    var generator = SeededGenerator(seed: seed)
    let pieces = ["trip", ".", "en", "-", "srt", "mp4", "forced", "\u{1B}", "é", "_"]
    for _ in 0..<1000 {
      func random() -> [UInt8] {
        Array(
          (0..<Int.random(in: 0..<9, using: &generator)).map { _ in
            pieces[Int.random(in: 0..<pieces.count, using: &generator)]
          }.joined().utf8)
      }
      let (file, clip) = (random(), random())
      guard let read = SidecarName(file, beside: clip) else { continue }
      #expect(read.language.string.allSatisfy { $0 != "\u{1B}" }, "seed \(seed)")
      #expect(SidecarName.isSubtitles(file), "seed \(seed)")
    }
  }
}
