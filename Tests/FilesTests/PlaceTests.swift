import Clients
import Glibc
import Models
import Platform
import TestSupport
import Testing

@testable import Files

@Suite struct PlaceTests {
  let scratch: Scratch

  init() throws {
    scratch = try Scratch()
  }

  private func place(_ source: SourceName) -> ContentKey? {
    Ledger.place(in: source, folder: scratch.folder)
  }

  @Test func lastPlaceOfEachSourceIsSaved() async throws {
    let address = try #require(RemoteAddress("https://example.org/feed.json"))
    let here = SourceName(paths: [FilePath(scratch.scratch.path)])
    let there = SourceName(paths: [FilePath(address.string)])
    #expect(place(here) == nil)
    let first = scratch.makeFile("a.mp4")
    let second = scratch.makeFile("b.mp4")
    let ledger = scratch.ledger()
    await ledger.historyClient.savePlace(.file(first))
    await ledger.historyClient.savePlace(.file(second))
    let other = scratch.ledger(paths: [FilePath(address.string)])
    await other.historyClient.savePlace(.entry(feed: address.string, id: "7"))
    #expect(place(here) == .file(second))
    #expect(place(there) == .entry(feed: address.string, id: "7"))
    let path = scratch.scratch.path
    #expect(
      scratch.lines("places.jsonl")[1].hasPrefix(
        #"{"source":"file://\#(path)","kind":"file","id":"file://\#(path)/b.mp4","at":"20"#))
  }

  @Test func placesAreSavedWithoutSecretsAndFoundWithOthers() async throws {
    func address(_ secret: String) -> String {
      "https://ada:\(secret)@example.org/f?token=\(secret)&n=1"
    }
    let clip = "https://example.org/7.mp4?n=7"
    let ledger = scratch.ledger(paths: [FilePath(address("hunter2"))])
    let item = try #require(RemoteAddress(clip + "&sig=hunter2"))
    await ledger.historyClient.savePlace(.remote(item))
    #expect(!scratch.contents("places.jsonl").contains("hunter2"))
    let found = place(SourceName(paths: [FilePath(address("other"))]))
    #expect(found == RemoteAddress(clip).map { .remote($0) })
    await ledger.historyClient.savePlace(.entry(feed: address("hunter2"), id: address("hunter2")))
    #expect(!scratch.contents("places.jsonl").contains("hunter2"))
    #expect(
      place(SourceName(paths: [FilePath(address("other"))]))
        == .entry(feed: "https://example.org/f?n=1", id: "https://example.org/f?n=1"))
  }

  @Test func placeIsFoundUnderAnyPathOfTheFolder() async throws {
    let path = scratch.scratch.path
    _ = scratch.makeFile("b.mp4")
    #expect(symlink(path, scratch.scratch.file("link")) == 0)
    #expect(symlink("/", scratch.scratch.file("elsewhere")) == 0)
    await scratch.ledger().historyClient.savePlace(.file(FilePath("\(path)/elsewhere/x.mp4")))
    // As the feed of that path walks it.
    for (name, item) in [
      (path, "\(path)/elsewhere/x.mp4"), ("\(path)/", "\(path)/elsewhere/x.mp4"),
      ("\(path)/link", "\(path)/link/elsewhere/x.mp4"),
      ("\(path)/link/b.mp4", "\(path)/link/elsewhere/x.mp4"),
    ] {
      #expect(place(SourceName(paths: [FilePath(name)])) == .file(FilePath(item)))
    }
    #expect(place(SourceName(paths: [FilePath("\(path)/b.mp4")], isOnly: true)) == nil)
  }

  @Test(arguments: ["list.m3u", "feed.jsonfeed", "Feed.XML"])
  func playlistsAreSourcesOfTheirOwn(_ name: String) throws {
    let list = scratch.makeFile(name, "b.mp4")
    let source = SourceName(paths: [list])
    let item = FilePath("\(scratch.scratch.path)/b.mp4")
    #expect(source.canonical(item) == item)
    #expect(source.text == list.uri)
    let piped = SourceName(paths: [], lists: [FilePath("-")])
    #expect(piped.text == "-")
    let relative = FilePath("some where/x.mp4")
    #expect(piped.canonical(relative).isAbsolute)
    #expect(piped.walked(piped.canonical(relative)) == relative)
  }

  @Test func manyPathsHaveAShortSourceName() {
    let paths = (0..<5_000).map { FilePath("/no/such/\($0).mp4") }
    let name = SourceName(paths: paths).text
    #expect(name.utf8.count < 1_100)
    #expect(name != SourceName(paths: paths.dropLast()).text)
    #expect(name == SourceName(paths: paths).text)
  }

  @Test func oldLinesAreRemoved() throws {
    let file = PlaceFile(folder: scratch.folder)
    let sources = (0..<3).map { SourceName("source \($0)") }
    for number in 0..<3_000 {
      try file.save(
        .entry(feed: "f", id: "\(number)"), in: sources[number % 3], at: Double(number))
    }
    #expect(scratch.contents("places.jsonl").utf8.count < 150_000)
    for (number, source) in sources.enumerated() {
      #expect(try file.place(in: source) == .entry(feed: "f", id: "\(2_997 + number)"))
    }
  }

  /// As written by an earlier version that never removed lines, or by hand.
  @Test func longFileKeepsTheLatestPlaces() throws {
    func line(_ number: Int) -> String {
      let padding = String(repeating: "p", count: 900)
      return
        #"{"source":"source \#(number)","kind":"entry","feed":"f","id":"\#(number)\#(padding)"}"#
    }
    scratch.put((0..<4_000).map { line($0) + "\n" }.joined(), into: "places.jsonl")
    let file = PlaceFile(folder: scratch.folder)
    #expect(try file.place(in: SourceName("source 3999")) != nil)
    #expect(try file.place(in: SourceName("source 0")) == nil)
    try file.save(.entry(feed: "f", id: "7"), in: SourceName("here"), at: 7)
    let count = scratch.contents("places.jsonl").utf8.count
    #expect(count > 500_000 && count <= 1 << 20)
    #expect(try file.place(in: SourceName("source 3999")) != nil)
    #expect(try file.place(in: SourceName("here")) == .entry(feed: "f", id: "7"))
  }

  @Test func fileWithTooManySourcesIsCompacted() throws {
    let file = PlaceFile(folder: scratch.folder)
    scratch.put(
      (0..<3_000).map { #"{"source":"\#($0)","kind":"entry","feed":"f","id":"\#($0)"}"# + "\n" }
        .joined(), into: "places.jsonl")
    try file.save(.entry(feed: "f", id: "7"), in: SourceName("here"), at: 7)
    #expect(scratch.lines("places.jsonl").count == 1_000)
    #expect(try file.place(in: SourceName("2999")) == .entry(feed: "f", id: "2999"))
    #expect(try file.place(in: SourceName("here")) == .entry(feed: "f", id: "7"))
  }
}
