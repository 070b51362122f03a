import Models
import TestSupport
import Testing

@Suite struct FilePathTests {
  @Test(arguments: [
    ("a/b.mp4", "b.mp4", "a"),
    ("/a/b", "b", "/a"),
    ("b", "b", "."),
    ("/b", "b", "/"),
    ("a/b/", "b", "a"),
    ("a//", "a", "."),
    ("/", "/", "/"),
    ("//", "/", "/"),
    ("a/..", "..", "a"),
    (".", ".", "."),
    ("", "", "."),
  ])
  func lastComponentAndParentAreSplit(_ path: String, _ last: String, _ parent: String) {
    #expect(FilePath(path).lastComponent == Array(last.utf8))
    #expect(FilePath(path).parent == FilePath(parent))
  }

  @Test(arguments: [
    ("a.MP4", "mp4"), ("a.tar.gz", "gz"), ("a", ""), (".hidden", ""), (".hidden.mp4", "mp4"),
    ("a.", ""), ("x.y/z", ""), ("x/a.Mov/", "mov"), ("", ""),
  ])
  func extensionFollowsTheLastDot(_ path: String, _ suffix: String) {
    #expect(FilePath(path).lowercaseExtension == suffix)
  }

  @Test(arguments: [
    ("a.MP4", "a"), ("x/a.tar.gz", "a.tar"), ("a", "a"), (".hidden", ".hidden"), ("a.", "a"),
    (".hidden.mp4", ".hidden"), ("x.y/z", "z"), ("x/a.Mov/", "a"), ("", ""),
  ])
  func stemEndsBeforeTheLastDot(_ path: String, _ stem: String) {
    #expect(FilePath(path).stem == Array(stem.utf8))
  }

  @Test(arguments: [
    ("a", "b", "a/b"), ("a/", "b", "a/b"), ("/", "b", "/b"), ("a", "/b", "/b"), ("", "b", "b"),
    ("a", "b/c", "a/b/c"),
  ])
  func componentsAreAppended(_ path: String, _ component: String, _ whole: String) {
    #expect(FilePath(path).appending(FilePath(component)) == FilePath(whole))
  }

  @Test func appendingAndSplittingRoundTrips() {
    let seed = Fuzz.seed
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<2_000 {
      let parts = (0..<2).map { _ in
        (0..<Int.random(in: 1...20, using: &generator)).map { _ in
          let byte = UInt8.random(in: 1...255, using: &generator)
          return byte == UInt8(ascii: "/") ? UInt8(ascii: "x") : byte
        }
      }
      let path = FilePath(bytes: parts[0]).appending(FilePath(bytes: parts[1]))
      #expect(path.lastComponent == parts[1], "seed \(seed)")
      #expect(path.parent == FilePath(bytes: parts[0]), "seed \(seed)")
    }
  }

  @Test func cStringIsNULTerminated() {
    let bytes: [UInt8] = [0xFF, 0x0A, 0x1B, 0x20]
    let seen = FilePath(bytes: bytes).withCString { pointer in
      (0..<5).map { UInt8(bitPattern: pointer[$0]) }
    }
    #expect(seen == bytes + [0])
    #expect(FilePath("").withCString { $0[0] } == 0)
  }

  @Test func descriptionIsSanitised() {
    #expect(FilePath(bytes: [0x61, 0x1B, 0xFF, 0x0A]).description == "a\u{FFFD}\u{FFFD}\u{FFFD}")
  }

  @Test func plainPathsHaveNamesOnly() {
    for path in ["/a", "/a/b.mp4", "/...", "/a/.b", "/ "] { #expect(FilePath(path).isPlain) }
    for path in ["", "a", "/", "//a", "/a/", "/a//b", "/.", "/a/..", "/a/../b", "/./a", "/a\0b"] {
      #expect(!FilePath(path).isPlain)
    }
    #expect(FilePath("/a//b").components == [Array("a".utf8), Array("b".utf8)])
    #expect(FilePath("/").components == [])
  }

  @Test func savedDatesAreClamped() {
    #expect(FileDate(seconds: 5, nanoseconds: 6).clamped == FileDate(seconds: 5, nanoseconds: 6))
    for seconds in [Int.min, -9_223_372_038, 9_223_372_037, 60_000_000_000, .max] {
      let clamped = FileDate(seconds: seconds).clamped
      #expect(clamped == clamped.clamped && clamped.seconds != seconds)
      #expect(FileDate(sinceEpoch: clamped.nanosecondsSinceEpoch) == clamped)
    }
  }
}
