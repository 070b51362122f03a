import FeedCore
import FeedSources
import Models
import Platform
import TestSupport
import Testing

/// Playlists that name other playlists, on disk and on the web.
@Suite struct NestedPlaylistTests {
  /// Playlists by address, with one page each.
  private final class Web: Sendable {
    private let lists: [String: [String]]
    private let asked = Lock<[String]>([])
    private let namings = Lock<[ListNaming]>([])

    init(_ lists: [String: [String]]) {
      self.lists = lists
    }

    var askedFor: [String] { asked.withLock { $0 } }
    var namedBy: [ListNaming] { namings.withLock { $0 } }

    func open(_ address: RemoteAddress, _ naming: ListNaming) -> any PagedSource {
      namings.withLock { $0.append(naming) }
      return List(web: self, address: address)
    }

    fileprivate func page(_ address: RemoteAddress) -> Result<FoundPage, FeedError> {
      let name = String(address.string.dropFirst("http://a.example/".utf8.count))
      asked.withLock { $0.append(name) }
      guard let lines = lists[name] else {
        return .failure(FeedError(.notFound, place: CleanText(name)))
      }
      let items = lines.compactMap { RemoteAddress("http://a.example/\($0)") }
        .map { FoundItem(kind: .clip(Clip(remote: $0))) }
      return .success(FoundPage(items: items, hasMore: false, isPublic: true))
    }
  }

  private struct List: PagedSource {
    let web: Web
    let address: RemoteAddress

    func next() async -> Result<FoundPage, FeedError> { web.page(address) }
    func rewind() async {}
  }

  private func read(_ paths: [String], _ web: Web) async throws -> [String] {
    let opening = try FeedSourcesTests.open(paths.map { FilePath($0) }) {
      $0.openWeb = { web.open($0, $1) }
    }
    return await ReadFeed(opening).items.map { item in
      switch item.kind {
      case .notice(let notice): "[\(notice.failure.map { "\($0)" } ?? notice.title.string)]"
      default: item.title.string
      }
    }
  }

  @Test func nestedPlaylistOpensInPlace() async throws {
    let web = Web([
      "all.m3u": ["1.mp4", "some.m3u", "5.mp4", "6.m3u8"],
      "some.m3u": ["2.mp4", "more.m3u?x=1.mp4", "4.mp4"], "more.m3u?x=1.mp4": ["3.mp4"],
    ])
    let items = try await read(["http://a.example/all.m3u", "http://a.example/z.mp4"], web)
    #expect(items == ["1.mp4", "2.mp4", "3.mp4", "4.mp4", "5.mp4", "6.m3u8", "z.mp4"])
    #expect(web.namedBy == [.user, .list(isPublic: true), .list(isPublic: true)])
  }

  @Test func circularPlaylistsAreOpenedOnce() async throws {
    let web = Web([
      "a.m3u": ["1.mp4", "b.m3u", "4.mp4"], "b.m3u": ["2.mp4", "a.m3u", "b.m3u", "3.mp4"],
    ])
    let items = try await read(["http://a.example/a.m3u"], web)
    #expect(items == ["1.mp4", "2.mp4", "[Playlist already open]", "3.mp4", "4.mp4"])
    #expect(web.askedFor == ["a.m3u", "b.m3u"])
  }

  @Test func nestingDepthIsLimited() async throws {
    let lists = (0..<20).map { ("\($0).m3u", ["\($0).mp4", "\($0 + 1).m3u"]) }
    let web = Web(Dictionary(uniqueKeysWithValues: lists))
    let items = try await read(["http://a.example/0.m3u"], web)
    #expect(items == (0...8).map { "\($0).mp4" } + ["[Nested playlists]"])
  }

  @Test func failedPlaylistIsANotice() async throws {
    let web = Web(["a.m3u": ["1.mp4", "gone.m3u", "2.mp4"]])
    let items = try await read(["http://a.example/a.m3u"], web)
    #expect(items == ["1.mp4", "[notFound]", "2.mp4"])
  }

  @Test func playlistsOnDiskNameEachOtherAndTheWeb() async throws {
    let folder = try TemporaryFolder()
    try folder.file(FilePath("all.m3u"), "1.mp4\nsub/some.m3u\n4.mp4\nall.m3u\nnone.m3u\n")
    try folder.file(
      FilePath("sub/some.m3u"), "#EXTM3U\n2.mp4\nhttp://a.example/web.m3u\n../all.m3u\n")
    let web = Web(["web.m3u": ["3.mp4"]])
    let items = try await read(["\(folder.path)/all.m3u"], web)
    #expect(items.filter { $0.hasSuffix(".mp4") } == ["1.mp4", "2.mp4", "3.mp4", "4.mp4"])
    #expect(items.contains("[Playlist already open]"))
    #expect(items.last == "[Not found]")
    #expect(web.namedBy == [.list(isPublic: false)])
  }

  @Test func reversedFeedReversesNestedPlaylists() async throws {
    let folder = try TemporaryFolder()
    try folder.file(FilePath("all.m3u"), "1.mp4\nsome.m3u\n4.mp4\n")
    try folder.file(FilePath("some.m3u"), "2.mp4\n3.mp4\n")
    let feed = try await feed([folder.path.appending(FilePath("all.m3u"))]) { $0.isReversed = true }
    #expect(feed.names(in: folder.path) == ["4.mp4", "3.mp4", "2.mp4", "1.mp4"])
  }
}
