import MediaCore
import Models
import TestSupport
import Testing

@Suite struct WebCueFileTests {
  private func subtitles(_ text: String, atMost limit: Int = 100) -> [SubtitleCue] {
    WebCueFile.subtitles(in: Array(text.utf8), atMost: limit, byteLimit: 1000)
  }

  private static let file = """
    WEBVTT - a title
    Kind: subtitles

    STYLE
    ::cue { color: red }

    NOTE nothing
    to see

    first
    00:00.500 --> 00:01.500 line:0 align:start
    <b>one</b>
    two

    01:02:03.004\t-->\t100:00:00.000
    three
    00:02.000 --> 00:03.000
    four
    """

  @Test(arguments: ["\n", "\r\n", "\r"])
  func readsCuesOnly(_ lineEnd: String) {
    let text = Self.file.split(separator: "\n", omittingEmptySubsequences: false)
      .joined(separator: lineEnd)
    #expect(
      subtitles(text) == [
        SubtitleCue(start: 0.5, end: 1.5, lines: [styled(("one", bold)), "two"]),
        SubtitleCue(start: 3723.004, end: 360_000, lines: ["three"]),
        SubtitleCue(start: 2, end: 3, lines: ["four"]),
      ])
    #expect(subtitles(text, atMost: 2).count == 2)
    #expect(subtitles(text, atMost: 0).isEmpty)
  }

  @Test(arguments: [
    "00:01.000 --> 00:00.500", "00:01.000 -->", "00:01 --> 00:02", "1.000 --> 2.000",
    "00:01.000 --> 00:0x.000", "-0:01.000 --> 00:02.000", "a:b:c.d --> e:f:g.h",
    "00:01.0000 --> 00:02.000", "9999999999999999999:00.000 --> 00:02.000", "-->", "",
  ])
  func timesThatMakeNoSenseArePassedOver(_ times: String) {
    #expect(
      subtitles("WEBVTT\n\n\(times)\nx\n\n00:05.000 --> 00:06.000\ny\n").map(\.lines) == [["y"]])
  }

  @Test func randomBytesAreRead() {
    let seed = Fuzz.seed
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<300 {
      var bytes = Array(Self.file.utf8)
      for _ in 0..<Int.random(in: 1..<40, using: &generator) {
        let index = Int.random(in: 0..<bytes.count, using: &generator)
        if Bool.random(using: &generator) {
          bytes[index] = .random(in: 0...255, using: &generator)
        } else {
          bytes.insert(contentsOf: bytes.suffix(30), at: index)
        }
      }
      let read = WebCueFile.subtitles(in: bytes, atMost: 5, byteLimit: 10)
      #expect(read.count <= 5, "seed \(seed)")
      #expect(read.allSatisfy { $0.start < $0.end && !$0.lines.isEmpty }, "seed \(seed)")
    }
  }
}
