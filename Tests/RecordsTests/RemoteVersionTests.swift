import Clients
import FeedCore
import Glibc
import LibAV
import Models
import Platform
import TestSupport
import Testing

@testable import Records

/// What is judged on another machine is a file with a size and a date.
@Suite struct RemoteVersionTests {
  let scratch: Scratch
  private let address: RemoteAddress

  init() throws {
    scratch = try Scratch()
    address = try #require(RemoteAddress("sftp://me@nas:2222/clips/a%20b.mp4"))
  }

  private func version(_ size: Int, _ seconds: Int = 1_700_000_000) -> FileVersion {
    FileVersion(modified: FileDate(seconds: seconds), size: size)
  }

  private func lot(
    _ id: Int, _ key: ContentKey, from before: Review = Review(), _ after: Review,
    seen: FileVersion?
  ) -> Lot {
    Lot(id: id, key: key, title: "a", before: before, after: after, seen: seen)
  }

  private func make(_ lots: Lot..., options: RecordOptions? = nil) async {
    let store = RecordStore(
      options ?? scratch.options, source: { SourceName("x") }, onProblem: { _ in })
    for lot in lots {
      guard case .success = await store.client.decide(lot) else {
        Issue.record("not saved: \(lot)")
        return
      }
    }
    #expect(store.close(until: HostTime.now + 60, orDecisions: 0) == [])
  }

  private func listed(
    _ filter: String = "", in places: [FilePath] = [], _ options: RecordOptions? = nil
  ) throws -> [ReviewedItem] {
    var found: [ReviewedItem] = []
    try RecordStore.forEachReview(in: places, FilterQuery(filter), options ?? scratch.options) {
      found.append($0)
      return true
    }
    return found
  }

  @Test func versionThatWasSeenLastIsSaved() async throws {
    let (kept, rated) = (Review(verdict: .keep), Review(verdict: .keep, rating: 2))
    let rejected = Review(verdict: .reject)
    await make(lot(1, .remote(address), kept, seen: nil))
    let unseen = try #require(try listed().first)
    #expect(unseen.address == address && unseen.version == nil && unseen.file == .judged)
    #expect(unseen.path == nil && unseen.key == address.string)
    await make(lot(2, .remote(address), from: kept, rated, seen: version(5)))
    #expect(try listed().map(\.version) == [version(5)])
    let last = lot(3, .remote(address), from: rated, rejected, seen: version(7, 1_800_000_000))
    // Of a lot, nobody has seen the files.
    await make(last, lot(4, .remote(address), from: rejected, kept, seen: nil))
    #expect(try listed().map(\.version) == [version(7, 1_800_000_000)])
    // It is what the user came back to.
    _ = await scratch.store().client.takeBack(last)
    #expect(try listed().map(\.version) == [version(7, 1_800_000_000)])
    #expect(
      try scratch.rows("SELECT kind, size, modified, content FROM item") == [
        ["web", "7", "1800000000000000000", ""]
      ])
  }

  /// A decision about another file at the same address is none about the one before.
  @Test func anotherVersionHasNoVerdictYet() async throws {
    let rejected = Review(verdict: .reject)
    await make(lot(1, .remote(address), rejected, seen: version(5)))
    let rated = Review(verdict: .reject, rating: 3)
    await make(lot(2, .remote(address), from: rejected, rated, seen: version(6)))
    #expect(try listed().map(\.review) == [Review(rating: 3)])
    // Of the same one, all counts.
    await make(
      lot(3, .remote(address), from: rated, Review(verdict: .keep, rating: 3), seen: version(6)))
    #expect(try listed().map(\.review) == [Review(verdict: .keep, rating: 3)])
  }

  /// Dates that no number of nanoseconds can hold are saved as near as can be.
  @Test(arguments: [0, Int(UInt32.max), .max, .min])
  func anyDateIsSaved(_ seconds: Int) async throws {
    await make(lot(1, .remote(address), Review(rating: 1), seen: version(.max, seconds)))
    let saved = try #require(try listed().first?.version)
    #expect(saved.size == .max && saved.modified == version(1, seconds).modified.clamped)
  }

  @Test func filtersKnowTheSize() async throws {
    let other = try #require(RemoteAddress("https://a.example/clip.mp4"))
    await make(
      lot(1, .remote(address), Review(rating: 1), seen: version(5_000_000)),
      lot(2, .remote(other), Review(rating: 1), seen: nil))
    #expect(try listed("size:>4M").map(\.address) == [address])
    #expect(try listed("size:>6M").isEmpty)
    #expect(try listed("rated:1").map(\.address) == [other, address])
    let folder = FilePath("sftp://me@nas:2222/clips")
    #expect(try listed(in: [folder]).map(\.address) == [address])
    // Nor is a review lost on what has no file here.
    let found = FoundItem(kind: .clip(Clip(location: .remote(address), title: "a")))
    let facts = FileFacts(scratch.store()) { _ in MediaFacts() }.read([found], .records, time: 1)
    #expect(facts.map(\.review) == [Review(rating: 1)])
  }

  /// A file here is none that has moved from another machine, whatever its size.
  @Test func filesHereAreOthers() async throws {
    let path = scratch.makeFile("a.mp4", "clip")
    await make(lot(1, .remote(address), Review(rating: 1), seen: FileVersion(path)))
    #expect(await scratch.store().client.marks([.file(path)]) == [:])
    await make(lot(2, .file(path), Review(rating: 2), seen: FileVersion(path)))
    let items = try listed()
    #expect(items.map(\.path) == [path, nil] && items.map(\.address) == [nil, address])
    #expect(items.map(\.review.rating) == [2, 1] && items[0].version == FileVersion(path))
  }

  /// An entry may be any file.
  @Test func entriesHaveNeither() async throws {
    let key = ContentKey.entry(feed: "https://a.example/feed", id: address.string)
    await make(lot(1, key, Review(rating: 1), seen: version(5)))
    #expect(try listed().map(\.address) == [nil] && listed().map(\.version) == [nil])
  }

  /// Nor are addresses read that Flick has not written.
  @Test(arguments: [
    "kind = 'entry'", "kind = 'other'", "feed = 'x'", "host = '\(Records.host)'",
    "location = 'clips/a.mp4'",
    "location = 'file:///etc/passwd'", "location = 'sftp://me:secret@nas/a.mp4'",
    "location = 'sftp://-oProxyCommand=x/a.mp4'", "location = 'SFTP://nas/a.mp4'",
    "location = 'sftp://nas/a.mp4?x'", "location = 'ftp://nas/a.mp4'",
  ])
  func otherLocationsAreNoAddresses(_ change: String) async throws {
    await make(lot(1, .remote(address), Review(rating: 1), seen: version(5)))
    try RecordFile(inStateFolder: scratch.folder.path.description).run("UPDATE item SET \(change)")
    #expect(try listed().compactMap(\.address) == [])
  }

  /// A database that travels with a folder names no machine.
  @Test func travellingDatabaseNamesNoMachine() async throws {
    let web = try #require(RemoteAddress("https://a.example/clip.mp4"))
    let lots = [
      lot(1, .remote(address), Review(rating: 1), seen: version(5)),
      lot(2, .remote(web), Review(rating: 1), seen: nil),
    ]
    let folder = FilePath(scratch.scratch.path)
    let options = RecordOptions(.folder(folder), contentHash: { ContentHash.of($0) })
    await make(lots[0], lots[1], options: options)
    #expect(try listed("", options).map(\.address) == [web, nil])
    let named = RecordOptions(.file(FilePath(scratch.scratch.file("my.db"))))
    await make(lots[0], lots[1], options: named)
    #expect(try listed("", named).map(\.address) == [web, address])
  }
}
