import FeedCore
import FeedSources
import Models
import TestSupport
import Testing

/// Feeds and playlists in files.
@Suite struct FileFeedTests {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func path(_ name: String) -> FilePath { folder.path.appending(FilePath(name)) }

  private func write(_ text: String, to name: String) throws {
    _ = try folder.file(FilePath(name), text)
  }

  private func names(
    _ arguments: String..., change: (inout FeedOptions) -> Void = { _ in }
  ) async throws -> [String] {
    try await feed(arguments.map(path), change).names(in: folder.path)
  }

  private static func jsonFeed(_ names: String..., next: String? = nil) -> String {
    let items = names.map { name in
      """
      {"id": "\(name)", "attachments": [{"url": "\(name)", "mime_type": "video/mp4"}]}
      """
    }
    let next = next.map { #", "next_url": "\#($0)""# } ?? ""
    return """
      {"version": "https://jsonfeed.org/version/1.1", "title": "t", "items": [\(items.joined(separator: ", "))]\(next)}
      """
  }

  @Test func jsonFeedIsReadToItsLastPage() async throws {
    try write(Self.jsonFeed("a.mp4", "b.mp4", next: "feed-2.json"), to: "feed.json")
    try write(Self.jsonFeed("c.mp4", next: "feed.json"), to: "feed-2.json")
    #expect(try await names("feed.json") == ["a.mp4", "b.mp4", "c.mp4"])
  }

  /// "Съёмка из отпуска на море" in windows-1251.
  private static let cyrillic: [UInt8] = [
    0xD1, 0xFA, 0xB8, 0xEC, 0xEA, 0xE0, 0x20, 0xE8, 0xE7, 0x20, 0xEE, 0xF2, 0xEF, 0xF3,
    0xF1, 0xEA, 0xE0, 0x20, 0xED, 0xE0, 0x20, 0xEC, 0xEE, 0xF0, 0xE5,
  ]

  /// File names are bytes: a name that exists as the playlist spells it wins over its decoded text.
  @Test(arguments: [true, false])
  func playlistsInOtherEncodingsNameFiles(_ isNamedByBytes: Bool) async throws {
    let name = Array("Съёмка из отпуска на море".utf8)
    let clip = (isNamedByBytes ? Self.cyrillic : name) + Array(".mp4".utf8)
    try folder.file(FilePath(bytes: clip))
    let parts: [[UInt8]] = [
      Array("#EXTM3U\n#EXTINF:1,".utf8), Self.cyrillic, [0x0A], Self.cyrillic,
      Array(".mp4\n".utf8),
    ]
    try folder.file(FilePath("l.m3u"), parts.flatMap(\.self))
    let feed = try await feed([path("l.m3u")])
    #expect(
      feed.items.map(\.kind) == [
        .clip(
          Clip(
            location: .file(folder.path.appending(FilePath(bytes: clip))),
            title: "Съёмка из отпуска на море"))
      ])
  }

  @Test func otherFilesAreErrors() throws {
    try write(#"{"a": 1}"#, to: "data.json")
    let failure = #expect(throws: FeedFailure.self) {
      try FeedSources.open(paths: [path("data.json")]).get()
    }
    let problem = try #require(failure?.problems.first)
    guard case .notAFeed = problem.reason else {
      Issue.record("\(problem)")
      return
    }
    #expect("\(problem)".hasPrefix("\(path("data.json")): "))
  }

  @Test func circularPagesEnd() async throws {
    try write(Self.jsonFeed("a.mp4", next: "feed.json"), to: "feed.json")
    #expect(try await names("feed.json") == ["a.mp4"])
  }
}
