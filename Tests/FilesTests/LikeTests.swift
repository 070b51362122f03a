import Clients
import FeedCore
import Glibc
import Models
import Platform
import TestSupport
import Testing

@testable import Files

@Suite struct LikeTests {
  let scratch: Scratch

  init() throws {
    scratch = try Scratch()
  }

  private func isLiked(_ path: FilePath, by ledger: Ledger) async -> Bool {
    await ledger.likeClient.liked([.file(path)]) == [.file(path)]
  }

  private func like(_ item: FeedItem, _ isLiked: Bool = true, by ledger: Ledger) async -> Bool {
    guard case .success = await ledger.likeClient.setLiked(item, isLiked) else { return false }
    return true
  }

  @Test func likeIsSavedAsALineAndReadBack() async {
    let path = scratch.makeFile("beach.mp4")
    #expect(await like(.file(path), by: scratch.ledger()))
    let line = scratch.contents("likes.jsonl")
    let start =
      #"{"liked":true,"kind":"file","id":"file://\#(scratch.scratch.path)/beach.mp4","size":4,"#
      + #""modified":"2023-11-14T22:13:20.000000005Z","page":"clip","title":"beach.mp4","at":""#
    #expect(line.hasPrefix(start))
    #expect(line.hasSuffix("Z\"}\n"))
    #expect(await isLiked(path, by: scratch.ledger()))
  }

  @Test func unlikingIsSaved() async {
    let path = scratch.makeFile("beach.mp4")
    let ledger = scratch.ledger()
    #expect(await like(.file(path), by: ledger))
    #expect(await like(.file(path), false, by: ledger))
    #expect(await !isLiked(path, by: ledger))
    #expect(await !isLiked(path, by: scratch.ledger()))
    #expect(scratch.lines("likes.jsonl").count == 2)
  }

  @Test func replacedFileIsNotLiked() async {
    let path = scratch.makeFile("beach.mp4")
    let ledger = scratch.ledger()
    #expect(await like(.file(path), by: ledger))
    _ = scratch.makeFile("beach.mp4", "other content")
    #expect(await !isLiked(path, by: ledger))
    _ = scratch.makeFile("beach.mp4", modified: 1_700_000_001)
    #expect(await !isLiked(path, by: ledger))
    _ = scratch.makeFile("beach.mp4")
    #expect(await isLiked(path, by: ledger))
  }

  @Test func fileIsLikedUnderAnyPath() async throws {
    let path = scratch.makeFile("beach.mp4")
    let link = scratch.scratch.file("link")
    #expect(symlink(scratch.scratch.path, link) == 0)
    #expect(await like(.file(path), by: scratch.ledger()))
    #expect(await isLiked(FilePath("\(link)/beach.mp4"), by: scratch.ledger()))
    #expect(await isLiked(FilePath("\(link)/./beach.mp4"), by: scratch.ledger()))
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
    let ledger = scratch.ledger()
    for item in [try clip("hunter2"), try entry("hunter2")] {
      #expect(await like(item, by: ledger))
    }
    #expect(!scratch.contents("likes.jsonl").contains("hunter2"))
    let keys = try [clip("other").key, entry("other").key].compactMap(\.self)
    #expect(await scratch.ledger().likeClient.liked(keys) == Set(keys))
    let liked = try Ledger.likedItems(in: scratch.folder).get()
    #expect(liked.count == 2)
    #expect(await like(try clip("other"), false, by: ledger))
    #expect(await scratch.ledger().likeClient.liked(keys) == [keys[1]])
  }

  /// Lines of earlier versions, which stored secrets.
  @Test func likesSavedWithSecretsAreFound() async throws {
    scratch.put(
      #"{"liked":true,"kind":"web","id":"https://example.org/7.mp4?token=hunter2","page":"clip"}"#,
      into: "likes.jsonl")
    let address = try #require(RemoteAddress("https://example.org/7.mp4?token=other"))
    #expect(await scratch.ledger().likeClient.liked([.remote(address)]) == [.remote(address)])
  }

  @Test func namesThatAreNotUTF8CanBeLiked() async throws {
    let name: [UInt8] = [0xFF, 0x0A, 0x22, 0x25]
    let path = FilePath(scratch.scratch.path).appending(FilePath(bytes: name))
    let file = path.withCString { open($0, O_CREAT | O_WRONLY | O_CLOEXEC, 0o600) }
    close(file)
    #expect(await like(.file(path), by: scratch.ledger()))
    #expect(await isLiked(path, by: scratch.ledger()))
    let items = try Ledger.likedItems(in: scratch.folder).get()
    #expect(items.map(\.location) == [.file(path)])
  }

  @Test func likesOfAnotherProcessAreSeen() async {
    let paths = ["a.mp4", "b.mp4", "c.mp4"].map { scratch.makeFile($0) }
    let ledgers = [scratch.ledger(), scratch.ledger()]
    #expect(await like(.file(paths[0]), by: ledgers[0]))
    #expect(await isLiked(paths[0], by: ledgers[1]))
    #expect(await like(.file(paths[1]), by: ledgers[1]))
    #expect(await like(.file(paths[2]), by: ledgers[0]))
    #expect(await like(.file(paths[0]), false, by: ledgers[1]))
    for ledger in ledgers {
      let liked = await ledger.likeClient.liked(paths.map { .file($0) })
      #expect(liked == [.file(paths[1]), .file(paths[2])])
    }
  }

  @Test func fileOfMostlyObsoleteLinesIsCompacted() async {
    let kept = scratch.makeFile("kept.mp4")
    let toggled = scratch.makeFile("toggled.mp4")
    scratch.put(
      "written by hand\n{\"liked\":true,\"kind\":\"tape\",\"id\":\"7\"}\n", into: "likes.jsonl")
    let ledger = scratch.ledger()
    #expect(await like(.file(kept), by: ledger))
    for _ in 0..<100 {
      #expect(await like(.file(toggled), by: ledger))
      #expect(await like(.file(toggled), false, by: ledger))
    }
    #expect(await like(.file(toggled), by: ledger))
    let lines = scratch.lines("likes.jsonl")
    #expect(lines.count < 70)
    #expect(
      Array(lines.prefix(2)) == ["written by hand", #"{"liked":true,"kind":"tape","id":"7"}"#])
    for path in [kept, toggled] {
      #expect(await isLiked(path, by: ledger))
      #expect(await isLiked(path, by: scratch.ledger()))
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
    let ledger = scratch.ledger()
    for item in paths.map(FeedItem.file) + [entry, article] {
      #expect(await like(item, by: ledger))
    }
    _ = paths[1].withCString { unlink($0) }
    let expected = [
      FoundItem(kind: article.kind), FoundItem(kind: entry.kind, entry: entry.entry),
      FoundItem(kind: .clip(Clip(file: paths[2]))), FoundItem(kind: .clip(Clip(file: paths[0]))),
    ]
    #expect(try Ledger.likedItems(in: scratch.folder).get() == expected)
    #expect(await like(article, false, by: ledger))
    #expect(try Ledger.likedItems(in: scratch.folder).get() == Array(expected.dropFirst()))
  }

  @Test func veryLongFileIsReadFromItsEndAndNeverCompacted() async {
    let (first, last) = (scratch.makeFile("first.mp4"), scratch.makeFile("last.mp4"))
    #expect(await like(.file(first), by: scratch.ledger()))
    let filling = String(repeating: "x", count: 65_000) + "\n"
    scratch.put(
      scratch.contents("likes.jsonl") + String(repeating: filling, count: 300),
      into: "likes.jsonl")
    let ledger = scratch.ledger()
    #expect(await like(.file(last), by: ledger))
    for ledger in [ledger, scratch.ledger()] {
      #expect(await isLiked(last, by: ledger))
      #expect(await !isLiked(first, by: ledger))
    }
    #expect(scratch.contents("likes.jsonl").contains("first.mp4"))
    // Not even when most of its lines are obsolete.
    for _ in 0..<100 {
      #expect(await like(.file(last), false, by: ledger))
      #expect(await like(.file(last), by: ledger))
    }
    #expect(scratch.contents("likes.jsonl").contains("first.mp4"))
  }

  @Test func unusableFileFailsTheLike() async {
    scratch.folder.make()
    #expect(scratch.folder.file("likes.jsonl").withCString { mkdir($0, 0o700) } == 0)
    let problems = Lock<[String]>([])
    let ledger = scratch.ledger(problems: problems)
    let path = scratch.makeFile("a.mp4")
    #expect(await !isLiked(path, by: ledger))
    #expect(await !like(.file(path), by: ledger))
    #expect(problems.withLock { $0.count } >= 1)
  }

  @Test func overlongIDIsRejected() async {
    let item = FeedItem(
      id: ItemID(rawValue: 1), kind: .article(Article(title: "", paragraphs: [])),
      entry: .init(feed: "f", id: String(repeating: "i", count: 70_000)))
    let result = await scratch.ledger().likeClient.setLiked(item, true)
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
    switch kind {
    case .clip(let clip), .still(let clip): clip.location
    case .article, .notice: nil
    }
  }
}
