import Clients
import FeedCore
import Glibc
import Models
import Platform
import TestSupport
import Testing

@testable import Records

@Suite struct LikeTests {
  let scratch: Scratch

  init() throws {
    scratch = try Scratch()
  }

  @Test func likeIsSavedAndReadBack() async throws {
    let path = scratch.makeFile("beach.mp4")
    #expect(await scratch.store().like(.file(path)))
    #expect(
      try scratch.rows(
        """
        SELECT kind, host, feed, location, size, modified, title, page, url, link, text
        FROM liked JOIN item ON item = item.id
        """) == [
          [
            "file", Records.host, "", "file://\(scratch.scratch.path)/beach.mp4", "4",
            "1700000000000000005", "beach.mp4", "clip", "", "", "",
          ]
        ])
    #expect(await scratch.store().isLiked(path))
  }

  @Test func unlikingIsSaved() async throws {
    let path = scratch.makeFile("beach.mp4")
    let store = scratch.store()
    #expect(await store.like(.file(path)))
    #expect(await store.like(.file(path), false))
    #expect(await !store.isLiked(path))
    #expect(await !scratch.store().isLiked(path))
    #expect(try scratch.rows("SELECT * FROM liked") == [])
  }

  @Test func soundDelayIsSavedForEachDevice() async {
    func client(_ device: String) -> RecordClient {
      var options = scratch.options
      options.soundDevice = device
      return RecordStore(options, source: { SourceName("x") }, onProblem: { _ in }).client
    }
    #expect(await client("default").soundDelay() == 0)
    await client("default").saveSoundDelay(50)
    await client("default").saveSoundDelay(-75)
    await client("headphones").saveSoundDelay(200)
    #expect(await client("default").soundDelay() == -75)
    #expect(await client("headphones").soundDelay() == 200)
    #expect(await client("other").soundDelay() == 0)
  }

  @Test func rotationIsSaved() async throws {
    let path = scratch.makeFile("beach.mp4")
    let keys = [ContentKey.file(path)]
    let store = scratch.store()
    _ = await store.client.setRotation(.file(path), .left)
    #expect(await store.client.marks(keys)[keys[0]]?.rotation == .left)
    #expect(await scratch.store().client.marks(keys)[keys[0]]?.rotation == .left)
    _ = await store.client.setRotation(.file(path), .none)
    #expect(await store.client.marks(keys) == [:])
    // An upright item is not added.
    let other = scratch.makeFile("other.mp4")
    _ = await store.client.setRotation(.file(other), .none)
    #expect(try scratch.rows("SELECT location FROM item").count == 1)
  }

  @Test func replacedFileIsNotLiked() async {
    let path = scratch.makeFile("beach.mp4")
    let store = scratch.store()
    #expect(await store.like(.file(path)))
    _ = scratch.makeFile("beach.mp4", "other content")
    #expect(await !store.isLiked(path))
    _ = scratch.makeFile("beach.mp4")
    #expect(await store.isLiked(path))
  }

  @Test func fileIsLikedUnderAnyPath() async throws {
    let path = scratch.makeFile("beach.mp4")
    let link = scratch.scratch.file("link")
    #expect(symlink(scratch.scratch.path, link) == 0)
    #expect(await scratch.store().like(.file(path)))
    #expect(await scratch.store().isLiked(FilePath("\(link)/beach.mp4")))
    #expect(await scratch.store().isLiked(FilePath("\(link)/./beach.mp4")))
  }

  @Test func likesAreSavedWithoutSecretsAndFoundWithOthers() async throws {
    func clip(_ secret: String) throws -> FeedItem {
      let address = try #require(
        RemoteAddress("https://ada:\(secret)@example.org/7.mp4?key=\(secret)&n=7"))
      return FeedItem(
        id: ItemID(rawValue: 1), kind: .clip(Clip(location: .remote(address), title: "Seven")))
    }
    func entry(_ secret: String) throws -> FeedItem {
      var item = try clip(secret)
      item.entry = FeedItem.Entry(feed: "https://example.org/feed?auth=\(secret)", id: "7")
      return item
    }
    let store = scratch.store()
    for item in [try clip("hunter2"), try entry("hunter2")] {
      #expect(await store.like(item))
    }
    #expect(!scratch.contains("hunter2"))
    let keys = try [clip("other").key, entry("other").key].compactMap(\.self)
    #expect(await scratch.store().liked(keys) == Set(keys))
    let liked = try RecordStore.items(.liked, scratch.options).get()
    #expect(liked.count == 2)
    #expect(await store.like(try clip("other"), false))
    #expect(await scratch.store().liked(keys) == [keys[1]])
  }

  @Test func namesThatAreNotUTF8CanBeLiked() async throws {
    let name: [UInt8] = [0xFF, 0x0A, 0x22, 0x25]
    let path = FilePath(scratch.scratch.path).appending(FilePath(bytes: name))
    let file = path.withCString { open($0, O_CREAT | O_WRONLY | O_CLOEXEC, 0o600) }
    close(file)
    #expect(await scratch.store().like(.file(path)))
    #expect(await scratch.store().isLiked(path))
    let items = try RecordStore.items(.liked, scratch.options).get()
    #expect(items.map(\.location) == [.file(path)])
  }

  @Test func likesOfAnotherProcessAreSeen() async {
    let paths = ["a.mp4", "b.mp4", "c.mp4"].map { scratch.makeFile($0) }
    let stores = [scratch.store(), scratch.store()]
    #expect(await stores[0].like(.file(paths[0])))
    #expect(await stores[1].isLiked(paths[0]))
    #expect(await stores[1].like(.file(paths[1])))
    #expect(await stores[0].like(.file(paths[2])))
    #expect(await stores[1].like(.file(paths[0]), false))
    for store in stores {
      let liked = await store.liked(paths.map { .file($0) })
      #expect(liked == [.file(paths[1]), .file(paths[2])])
    }
  }

  @Test func likedItemsAreAFeedOfTheExistingOnes() async throws {
    let paths = ["a.mp4", "gone.mp4", "b.mp4"].map { scratch.makeFile($0) }
    let address = try #require(RemoteAddress("https://example.org/clip.webm"))
    let entry = FeedItem(
      id: ItemID(rawValue: 2), kind: .still(Clip(location: .remote(address), title: "Sunset")),
      entry: .init(feed: "https://example.org/feed", id: "guid 7"))
    let article = FeedItem(
      id: ItemID(rawValue: 3),
      kind: .article(Article(title: "News", paragraphs: ["One.", "Two."], link: address)))
    let store = scratch.store()
    for item in paths.map(FeedItem.file) + [entry, article] {
      #expect(await store.like(item))
    }
    _ = paths[1].withCString { unlink($0) }
    let expected = [
      FoundItem(kind: article.kind), FoundItem(kind: entry.kind, entry: entry.entry),
      FoundItem(kind: .clip(Clip(file: paths[2]))), FoundItem(kind: .clip(Clip(file: paths[0]))),
    ]
    #expect(try RecordStore.items(.liked, scratch.options).get() == expected)
    #expect(await store.like(article, false))
    #expect(try RecordStore.items(.liked, scratch.options).get() == Array(expected.dropFirst()))
  }

  @Test func overlongIDIsRejected() async {
    let item = FeedItem(
      id: ItemID(rawValue: 1), kind: .article(Article(title: "", paragraphs: [])),
      entry: .init(feed: "f", id: String(repeating: "i", count: 70_000)))
    let result = await scratch.store().client.setLiked([item], true)
    guard case .failure(let error) = result else {
      Issue.record("the like succeeded")
      return
    }
    #expect(error.reason == .tooLarge)
  }
}

extension FoundItem {
  /// The location of its clip.
  fileprivate var location: MediaLocation? {
    kind.playable?.location
  }
}
