import Clients
import Glibc
import Models
import Platform
import TestSupport
import Testing

@testable import Records

@Suite struct PlaceTests {
  let scratch: Scratch

  init() throws {
    scratch = try Scratch()
  }

  private func place(_ source: SourceName) -> ContentKey? {
    RecordStore.place(in: source, scratch.options)?.key
  }

  @Test func lastPlaceOfEachSourceIsSaved() async throws {
    let address = try #require(RemoteAddress("https://example.org/feed.json"))
    let here = SourceName(paths: [FilePath(scratch.scratch.path)])
    let there = SourceName(paths: [FilePath(address.string)])
    #expect(place(here) == nil)
    let first = scratch.makeFile("a.mp4")
    let second = scratch.makeFile("b.mp4")
    let store = scratch.store()
    await store.client.savePlace(LastPlace(key: .file(first)))
    await store.client.savePlace(LastPlace(key: .file(second)))
    let other = scratch.store(paths: [FilePath(address.string)])
    await other.client.savePlace(LastPlace(key: .entry(feed: address.string, id: "7")))
    #expect(place(here) == .file(second))
    #expect(place(there) == .entry(feed: address.string, id: "7"))
    let path = scratch.scratch.path
    #expect(
      try scratch.rows("SELECT source, kind, feed, location FROM place ORDER BY source") == [
        ["file://\(path)", "file", "", "file://\(path)/b.mp4"],
        [address.string, "entry", address.string, "7"],
      ])
  }

  @Test func excerptIsPartOfThePlace() async throws {
    let here = SourceName(paths: [FilePath(scratch.scratch.path)])
    let place = LastPlace(key: .file(scratch.makeFile("a.mp4")), excerptStart: 12.5)
    await scratch.store().client.savePlace(place)
    #expect(RecordStore.place(in: here, scratch.options) == place)
  }

  @Test func placesAreSavedWithoutSecretsAndFoundWithOthers() async throws {
    func address(_ secret: String) -> String {
      "https://ada:\(secret)@example.org/f?token=\(secret)&n=1"
    }
    let clip = "https://example.org/7.mp4?n=7"
    let store = scratch.store(paths: [FilePath(address("hunter2"))])
    let item = try #require(RemoteAddress(clip + "&sig=hunter2"))
    await store.client.savePlace(LastPlace(key: .remote(item)))
    #expect(!scratch.contains("hunter2"))
    let found = place(SourceName(paths: [FilePath(address("other"))]))
    #expect(found == RemoteAddress(clip).map { .remote($0) })
    await store.client.savePlace(
      LastPlace(key: .entry(feed: address("hunter2"), id: address("hunter2"))))
    #expect(!scratch.contains("hunter2"))
    #expect(
      place(SourceName(paths: [FilePath(address("other"))]))
        == .entry(feed: "https://example.org/f?n=1", id: "https://example.org/f?n=1"))
  }

  @Test func placeIsFoundUnderAnyPathOfTheFolder() async throws {
    let path = scratch.scratch.path
    _ = scratch.makeFile("b.mp4")
    #expect(symlink(path, scratch.scratch.file("link")) == 0)
    #expect(symlink("/", scratch.scratch.file("elsewhere")) == 0)
    await scratch.store().client.savePlace(
      LastPlace(key: .file(FilePath("\(path)/elsewhere/x.mp4"))))
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
}
