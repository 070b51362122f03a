import FeedCore
import Models
import TestSupport
import Testing

/// The chapters in files beside clips.
@Suite struct ChapterFileTests {
  private func list(_ text: String) -> [String] {
    ChapterFile.chapters(list: Array(text.utf8)).map { "\($0.start) \($0.title)" }
  }

  private func metadata(_ text: String) -> [String] {
    ChapterFile.chapters(metadata: Array(text.utf8)).map { "\($0.start)-\($0.end) \($0.title)" }
  }

  @Test func listOfTimesIsRead() {
    #expect(
      list("0:00 Intro\n02:30 - The mill\r\n\n1:02:03.5 – End\n")
        == ["0.0 Intro", "150.0 The mill", "3723.5 End"])
    #expect(list("\u{FEFF}[00:10] a\n(00:20) b") == ["10.0 a", "20.0 b"])
    #expect(
      list("CHAPTER01=00:00:00.000\nCHAPTER01NAME=One\nCHAPTER02=00:05:00.250\nCHAPTER02NAME=Two")
        == ["0.0 One", "300.25 Two"])
  }

  @Test(arguments: [
    "", "a woman walks along a river", "at 10:30 she stops\nand at 11:30 she goes on", "0:00 alone",
    "0:10 later\n0:05 earlier", "0:99 no\n1:00 time", "1:2:3:4 a\n5:6:7:8 b", "0:00\u{0}x",
    "-1:00 a\n1:00 b", "1e9:00 a\n2e9:00 b",
  ])
  func otherTextHasNoChapters(text: String) {
    #expect(list(text).isEmpty)
  }

  @Test func metadataFileIsRead() {
    #expect(
      metadata(
        """
        ;FFMETADATA1
        title=bike\\\\shed
        [CHAPTER]
        TIMEBASE=1/1000
        START=60000
        END=90500
        title=Two \\= more
        [STREAM]
        title=no chapter
        [CHAPTER]
        START=0
        END=60000000000
        # a comment
        title=One
        """) == ["0.0-60.0 One", "60.0-90.5 Two = more"])
  }

  @Test(arguments: [
    "", "[CHAPTER]\nSTART=0\nEND=1", ";FFMETADATA1\n[CHAPTER]\nSTART=5\nEND=1",
    ";FFMETADATA1\n[CHAPTER]\nTIMEBASE=1/0\nSTART=5\nEND=9",
    ";FFMETADATA1\n[CHAPTER]\nSTART=x\nEND=1",
    ";FFMETADATA1\n[CHAPTER]\nTIMEBASE=1/1\nSTART=-5\nEND=9", ";FFMETADATA1\n[CHAPTER",
  ])
  func brokenMetadataHasNoChapters(text: String) {
    #expect(metadata(text).isEmpty)
  }

  @Test(arguments: Fuzz.seeds(30))
  func anyBytesAreReadInOrder(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let pieces = [
      ";FFMETADATA1\n", "[CHAPTER]\n", "START=", "END=", "TIMEBASE=1/1\n", "title=", "\n",
      "0:00 a\n",
      "1:00 b\n", "CHAPTER01=", "CHAPTER01NAME=", "\u{0}", "9999999999999999999", "\\", "=", "[",
    ]
    let text = (0..<200).map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
    for chapters in [
      ChapterFile.chapters(metadata: Array((";FFMETADATA1\n" + text).utf8)),
      ChapterFile.chapters(list: Array(text.utf8)),
    ] {
      #expect(chapters.count <= 1_000)
      #expect(zip(chapters, chapters.dropFirst()).allSatisfy { $0.start <= $1.start })
      #expect(chapters.allSatisfy { $0.start >= 0 && $0.end >= $0.start })
    }
  }
}
