import MediaCore
import Models
import TestSupport
import Testing

@Suite struct CueIndexTests {
  private static let subtitles = [
    SubtitleCue(start: 5, end: 6, lines: ["third"]),
    SubtitleCue(start: 0, end: 10, lines: ["first"]),
    SubtitleCue(start: 1, end: 2, lines: ["second"]),
    SubtitleCue(start: 5, end: 9, lines: ["fourth"]),
    SubtitleCue(start: .nan, end: 1, lines: ["never"]),
    SubtitleCue(start: 3, end: 3, lines: ["nothing"]),
  ]

  private func words(_ subtitles: [SubtitleCue]) -> [String] {
    subtitles.flatMap(\.lines).map(\.string)
  }

  @Test func cuesAreGivenOnceAsPlaybackReachesThem() {
    var reel = CueIndex(Self.subtitles)
    #expect(words(reel.take(upTo: 1, atMost: 9)) == ["first", "second"])
    #expect(words(reel.take(upTo: 4.9, atMost: 9)) == [])
    #expect(words(reel.take(upTo: 100, atMost: 1)) == ["third"])
    #expect(words(reel.take(upTo: 100, atMost: 9)) == ["fourth"])
    #expect(words(reel.take(upTo: 100, atMost: 9)) == [])
  }

  @Test func afterASeekActiveCuesComeFirst() {
    var reel = CueIndex(Self.subtitles)
    _ = reel.take(upTo: 100, atMost: 9)
    reel.move(to: 7)
    #expect(words(reel.take(upTo: 100, atMost: 9)) == ["first", "fourth"])
    reel.move(to: -3)
    #expect(words(reel.take(upTo: 5, atMost: 9)) == ["first", "second", "third", "fourth"])
    reel.move(to: 50)
    #expect(words(reel.take(upTo: 100, atMost: 9)) == [])
  }

  /// Every cue that is due is among those taken since the last move, and none is there twice.
  @Test func noDueCueIsMissed() {
    let seed = Fuzz.seed
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<100 {
      let subtitles = (0..<30).map { number in
        let start = Double.random(in: 0..<100, using: &generator)
        return SubtitleCue(
          start: start, end: start + .random(in: 0.1..<20, using: &generator),
          lines: ["\(number)"])
      }
      var reel = CueIndex(subtitles)
      var taken: [SubtitleCue] = []
      var time = 0.0
      for _ in 0..<50 {
        if Int.random(in: 0..<6, using: &generator) == 0 {
          time = .random(in: 0..<110, using: &generator)
          reel.move(to: time)
          taken = []
        } else {
          time += .random(in: 0..<4, using: &generator)
        }
        while true {
          let fresh = reel.take(upTo: time, atMost: 3)
          taken += fresh
          if fresh.isEmpty { break }
        }
        let due = subtitles.filter { $0.start <= time && time < $0.end }
        #expect(due.allSatisfy(taken.contains), "seed \(seed)")
        #expect(Set(taken).count == taken.count, "seed \(seed)")
      }
    }
  }
}
