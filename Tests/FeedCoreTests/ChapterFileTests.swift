import FeedCore
import Models
import TestSupport
import Testing

/// The chapters in files beside clips.
@Suite struct ChapterFileTests {
  private func list(_ text: String) -> [String] {
    ChapterFile.chapters(list: Array(text.utf8)).map { "\($0.start) \($0.title)" }
  }

  @Test func listOfTimesIsRead() {
    #expect(
      list("0:00 Intro\n02:30 - The mill\r\n\n1:02:03.5 – End\n")
        == ["0.0 Intro", "150.0 The mill", "3723.5 End"])
    #expect(list("\u{FEFF}[00:10] a\n(00:20) b") == ["10.0 a", "20.0 b"])
  }

  @Test(arguments: [
    "", "a woman walks along a river", "at 10:30 she stops\nand at 11:30 she goes on", "0:00 alone",
    "0:10 later\n0:05 earlier", "0:99 no\n1:00 time", "1:2:3:4 a\n5:6:7:8 b", "0:00\u{0}x",
    "-1:00 a\n1:00 b", "1e9:00 a\n2e9:00 b", "1 a\n2 b",
  ])
  func otherTextHasNoChapters(text: String) {
    #expect(list(text).isEmpty)
  }

  @Test(arguments: Fuzz.seeds(30))
  func anyBytesAreReadInOrder(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let pieces = [
      "0:00 a\n", "1:00 b\n", "\n", " ", ":", ".", "-", "59", "0", "\u{0}", "9999999999999999999",
      "[",
    ]
    let text = (0..<200).map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
    let chapters = ChapterFile.chapters(list: Array(text.utf8))
    #expect(chapters.count <= 1_000)
    #expect(zip(chapters, chapters.dropFirst()).allSatisfy { $0.start <= $1.start })
    #expect(chapters.allSatisfy { $0.start >= 0 && $0.end >= $0.start })
  }
}
