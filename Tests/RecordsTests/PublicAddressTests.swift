import Clients
import FeedCore
import Glibc
import Models
import Platform
import TestSupport
import Testing

@testable import Records

/// What the public web has named stays so when it is liked or begun.
@Suite struct PublicAddressTests {
  let scratch: Scratch

  init() throws {
    scratch = try Scratch()
  }

  private func address(_ text: String, isPublic: Bool) throws -> RemoteAddress {
    var address = try #require(RemoteAddress(text))
    address.isNamedByPublic = isPublic
    return address
  }

  private func item(_ address: RemoteAddress, entry: FeedItem.Entry? = nil) -> FeedItem {
    FeedItem(
      id: ItemID(rawValue: 1), kind: .clip(Clip(location: .remote(address), title: "clip")),
      entry: entry)
  }

  private func found(_ collection: RecordStore.Collection) throws -> [Bool] {
    try RecordStore.items(collection, scratch.options).get().compactMap { item in
      guard case .remote(let address) = item.kind.playable?.location else { return nil }
      return address.isNamedByPublic
    }
  }

  @Test(arguments: [false, true], [nil, FeedItem.Entry(feed: "https://a.example/feed", id: "1")])
  func whoNamedALikedClipIsKept(_ isPublic: Bool, _ entry: FeedItem.Entry?) async throws {
    let address = try address("https://b.example/clip.mp4", isPublic: isPublic)
    #expect(await scratch.store().like(item(address, entry: entry)))
    #expect(try found(.liked) == [isPublic])
  }

  @Test(arguments: [false, true])
  func whoNamedABegunClipIsKept(_ isPublic: Bool) async throws {
    let address = try address("https://b.example/clip.mp4", isPublic: isPublic)
    let store = scratch.store()
    await store.record([.sample(.remote(address))])
    store.save(LeftClip(resumeTime: 45, reached: 45, duration: 90), of: .remote(address))
    #expect(store.close(until: HostTime.now + 60, orDecisions: 0) == [])
    #expect(try found(.begun) == [isPublic])
  }

  @Test func whoNamesItLastCounts() async throws {
    for isPublic in [true, false, true] {
      let address = try address("https://b.example/clip.mp4", isPublic: isPublic)
      await scratch.store().record([.sample(.remote(address))])
      #expect(await scratch.store().like(item(address)))
      #expect(try found(.liked) == [isPublic])
    }
  }

  /// The id of an entry may be an address.
  @Test(arguments: [
    ("https://a.example/feed", true), ("http://nas.local/feed", false), ("/home/feed.xml", false),
  ])
  func idThatIsAnAddressIsNamedByItsFeed(_ feed: String, _ isPublic: Bool) async throws {
    let key = ContentKey.entry(feed: feed, id: "http://10.0.0.1/clip.mp4")
    let store = scratch.store()
    await store.record([.sample(key)])
    #expect(store.close(until: HostTime.now + 60, orDecisions: 0) == [])
    try RecordFile(inStateFolder: scratch.folder.path.description).run(
      "UPDATE item SET position = 45")
    #expect(try found(.begun) == [isPublic])
  }

  /// A database of version 2, before this was saved.
  @Test func olderDatabasesAreTakenOver() throws {
    scratch.folder.make()
    let file = RecordFile(inStateFolder: scratch.folder.path.description)
    try file.run(
      Schema.steps[0].sql + Schema.steps[1].sql
        + """
        INSERT INTO item (id, kind, feed, location) VALUES
          (1, 'web', '', 'https://b.example/1.mp4'), (2, 'web', '', 'http://192.168.1.5/2.mp4'),
          (3, 'web', '', 'http://nas.local/3.mp4'), (4, 'entry', 'https://a.example/feed', 'id'),
          (5, 'entry', 'http://nas/feed', 'id'), (6, 'file', '', 'file:///clip.mp4');
        INSERT INTO liked (item, at, page, url) VALUES (1, 6, 'clip', NULL), (2, 5, 'clip', NULL),
          (3, 4, 'clip', NULL), (4, 3, 'clip', 'https://c.example/4.mp4'),
          (5, 2, 'clip', 'https://d.example/5.mp4'), (6, 1, 'clip', NULL);
        PRAGMA application_id = 0x466C636B; PRAGMA user_version = 2
        """)
    #expect(try found(.liked) == [true, false, false, true, false])
  }
}
