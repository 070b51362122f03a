import Clients
import FeedCore
import Glibc
import LibAV
import Models
import Platform
import TestSupport
import Testing

@testable import Records

@Suite struct FactTests {
  let scratch: Scratch
  private let probed = Lock<[FilePath]>([])

  init() throws {
    scratch = try Scratch()
  }

  private func reader(_ store: RecordStore?) -> FileFacts {
    FileFacts(store) { [probed] path in
      probed.withLock { $0.append(path) }
      var facts = MediaFacts()
      (facts.duration, facts.codec, facts.recorded) = (12.5, "hevc", 1_777_593_600)
      (facts.width, facts.height) = (1_080, 1_920)
      return facts
    }
  }

  private func item(_ path: FilePath) -> FoundItem { FoundItem(kind: .file(Clip(file: path))) }

  /// What is known of some files, opening them if needed.
  private func read(
    _ paths: [FilePath], _ needs: FactNeeds, _ store: RecordStore?, time: Double = 60
  ) -> [KnownFacts] {
    let facts = reader(store).read(paths.map(item), needs, time: time)
    store?.flush(until: HostTime.now + 30)
    return facts
  }

  private var count: Int { probed.withLock { $0.count } }

  @Test func filesAreOpenedOnce() throws {
    let store = scratch.store()
    let paths = (1...300).map { scratch.makeFile("\($0).mp4") }
    // The database does not exist yet, and reading does not create it.
    #expect(read(paths, .media, store, time: 0) == [])
    #expect(read(paths, .media, store).count == 300 && count == 300)
    let facts = read(paths, .media, store, time: 0)
    #expect(facts.count == 300 && count == 300)
    #expect(facts.first?.duration == 12.5 && facts.first?.codec == "hevc")
    #expect(facts.first?.isPortrait == true && facts.first?.date == 1_777_593_600)
    #expect(facts.first?.day != nil && facts.first?.modified == 1_700_000_000.000000005)
  }

  @Test func oneIsOpenedHoweverLittleTimeThereIs() throws {
    let paths = (1...3).map { scratch.makeFile("\($0).mp4") }
    #expect(read(paths, .media, nil, time: 1e-9).count == 1)
  }

  @Test func changedFileIsOpenedAgain() throws {
    let store = scratch.store()
    let path = scratch.makeFile("a.mp4")
    _ = read([path], .media, store)
    scratch.makeFile("a.mp4", "another clip", modified: 1_700_000_500)
    #expect(read([path], .media, store, time: 0) == [])
    _ = read([path], .media, store)
    #expect(count == 2)
    // What was only looked into is replaced.
    #expect(try scratch.rows("SELECT count(*), size FROM item") == [["1", "12"]])
  }

  @Test func whatWasSeenOrLikedIsKnown() async throws {
    let store = scratch.store()
    let paths = ["a.mp4", "b.mp4", "c.mp4"].map { scratch.makeFile($0, "clip \($0)") }
    let seen = Impression(
      key: .file(paths[0]), title: "a", start: 10, end: 20, watched: 10, loops: 0,
      leaving: .forwards)
    await store.record([seen])
    let liked = FeedItem(id: ItemID(rawValue: 1), kind: .clip(Clip(file: paths[1])))
    _ = await store.client.setLiked([liked], true)
    store.save(LeftClip(resumeTime: 33, reached: 33, duration: 90), of: .file(paths[2]))
    store.flush(until: HostTime.now + 30)
    let facts = read(paths, .records, store, time: 0)
    #expect(facts.map(\.seen) == [20, nil, nil])
    #expect(facts.map(\.isLiked) == [false, true, false])
    #expect(facts.map(\.isBegun) == [false, false, true])
    #expect(count == 0)
    #expect(
      try RecordStore.items(.begun, scratch.options).get().map(\.kind) == [
        .clip(Clip(file: paths[2]))
      ])

    // It follows a move, and not a copy.
    #expect(rename(scratch.scratch.file("a.mp4"), scratch.scratch.file("moved.mp4")) == 0)
    scratch.makeFile("copy.mp4", "clip b.mp4")
    let moved = ["moved.mp4", "copy.mp4"].map { FilePath(scratch.scratch.file($0)) }
    let later = read(moved, .records, store, time: 0)
    #expect(later.map(\.seen) == [20, nil] && later.map(\.isLiked) == [false, false])
  }

  @Test func entriesAndAddressesAreLookedUpByTheirIDs() async throws {
    let store = scratch.store()
    let address = try #require(RemoteAddress("https://example.org/a.mp4"))
    let clip = FeedItem.Kind.clip(Clip(remote: address))
    var entry = FoundItem(kind: clip, entry: FeedItem.Entry(feed: "https://example.org/f", id: "7"))
    var declared = ItemFacts()
    (declared.duration, declared.date) = (5, 100)
    entry.facts = declared
    for (key, end) in [
      (ContentKey.remote(address), 20.0), (.entry(feed: "https://example.org/f", id: "7"), 30),
    ] {
      await store.record([
        Impression(
          key: key, title: "", start: 10, end: end, watched: 1, loops: 0, leaving: .forwards)
      ])
    }
    let facts = reader(store).read([FoundItem(kind: clip), entry], [.records, .media], time: 0)
    #expect(facts.map(\.seen) == [20, 30] && facts.map(\.duration) == [nil, 5])
    #expect(facts.map(\.date) == [nil, 100] && count == 0)
    #expect(facts.map(\.title) == ["", "a.mp4"])
  }

  @Test func titlesComeFromTheFileOrTheOneBesideIt() throws {
    let store = scratch.store()
    let paths = ["a.mp4", "b.mp4"].map { scratch.makeFile($0, "clip \($0)") }
    func titles(_ needs: FactNeeds, describe: Bool) -> [String] {
      let facts = FileFacts(store) { location in
        var description = ClipDescription()
        (description.title, description.author) = ("A bee", "Ada")
        return describe && location == .file(paths[1]) ? description : nil
      } probe: { _ in
        var facts = MediaFacts()
        facts.title = "A flower"
        return facts
      }
      defer { store.flush(until: HostTime.now + 30) }
      return facts.read(paths.map(item), needs, time: 60).map(\.title)
    }
    #expect(titles([.media, .description], describe: true) == ["A flower", "Ada A bee"])
    // What is beside it may have changed.
    #expect(titles([.media, .description], describe: false) == ["A flower", "A flower"])
    #expect(titles([.media], describe: true) == ["A flower", "A flower"])
  }

  @Test func withoutHistoryNothingIsSaved() throws {
    let store = scratch.store(keepsHistory: false)
    let path = scratch.makeFile("a.mp4")
    #expect(read([path], .media, store).count == 1)
    #expect(access("\(scratch.folder.path)/flick.db", F_OK) != 0)
  }
}
