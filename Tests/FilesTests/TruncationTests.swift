import Models
import TestSupport
import Testing

@testable import Files

/// Files truncated by a crash.
@Suite struct TruncationTests {
  let scratch: Scratch

  init() throws {
    scratch = try Scratch()
  }

  /// Truncates a file after each of its bytes: lines appended later are complete, and so is each
  /// line before the cut.
  @Test func onlyTheTruncatedLineIsLost() throws {
    var generator = SeededGenerator(seed: Fuzz.seed)
    let titles = (0..<2).map { _ in Self.title(&generator) }
    let history = HistoryFile(folder: scratch.folder, source: "here")
    try history.append(
      titles.enumerated().map { number, title in
        .sample(.entry(feed: "f", id: "\(number)"), title: CleanText(title))
      })
    let whole = Array(scratch.contents("history.jsonl").utf8)
    let file = LedgerFile(path: scratch.folder.file("history.jsonl"))
    for cut in 0...whole.count {
      try file.path.replace(with: Array(whole[..<cut]), mode: 0o600)
      try history.append([.sample(.entry(feed: "f", id: "after"))])
      let bytes = try file.read(latest: 1 << 20).bytes
      let lines = bytes.split(separator: 0x0A).map(Array.init)
      let complete = whole[..<cut].split(separator: 0x0A).map(Array.init)
      #expect(bytes.last == 0x0A, "cut at \(cut), seed \(Fuzz.seed)")
      #expect(Array(lines.dropLast()) == complete, "cut at \(cut), seed \(Fuzz.seed)")
      #expect(
        lines.last.map { String(decoding: $0, as: UTF8.self).contains(#""id":"after""#) } == true,
        "cut at \(cut), seed \(Fuzz.seed)")
    }
  }

  @Test func likesBeforeAndAfterTheCutAreKept() throws {
    let items = (0..<3).map { number in
      FeedItem(
        id: ItemID(rawValue: number), kind: .article(Article(title: "A", paragraphs: [])),
        entry: .init(feed: "f", id: "\(number)"))
    }
    var likes = LikeFile(folder: scratch.folder)
    try likes.set(items[0], isLiked: true, at: 0)
    let first = try LedgerFile(path: scratch.folder.file("likes.jsonl")).read(latest: 1 << 20).bytes
    try likes.set(items[1], isLiked: true, at: 0)
    let file = LedgerFile(path: scratch.folder.file("likes.jsonl"))
    let whole = try file.read(latest: 1 << 20).bytes
    let keys = items.compactMap(\.key)
    for cut in first.count...whole.count {
      try file.path.replace(with: Array(whole[..<cut]), mode: 0o600)
      var likes = LikeFile(folder: scratch.folder)
      try likes.set(items[2], isLiked: true, at: 0)
      // A line that only lacks its newline is complete.
      let kept = cut >= whole.count - 1 ? [keys[0], keys[1], keys[2]] : [keys[0], keys[2]]
      #expect(try likes.liked(keys) == Set(kept), "cut at \(cut)")
      var again = LikeFile(folder: scratch.folder)
      #expect(try again.liked(keys) == Set(kept), "cut at \(cut)")
    }
  }

  private static func title(_ generator: inout SeededGenerator) -> String {
    let letters = ["a", "\"", "\\", "é", "\u{1F600}", "}", "\n", " "]
    return (0..<generator.int(1..<12)).map { _ in generator.pick(letters) }.joined()
  }
}
