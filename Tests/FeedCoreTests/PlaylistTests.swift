import FeedCore
import Models
import TestSupport
import Testing

@Suite struct PlaylistTests {
  private let folder = FilePath("/list")

  private func locations(_ text: String) throws -> [String] {
    try Playlist(text.utf8, folder: folder).entries.map { entry in
      switch entry.location {
      case .file(let path): String(decoding: path.bytes, as: UTF8.self)
      case .remote(let address): "[\(address)]"
      case .address(let address): "<\(address)>"
      }
    }
  }

  @Test func relativePathsStartAtTheFolderOfThePlaylist() throws {
    #expect(
      try locations("a.mp4\nsub/b.mp4\n/abs/c.mp4\n../d.mp4\n")
        == ["/list/a.mp4", "/list/sub/b.mp4", "/abs/c.mp4", "/list/../d.mp4"])
  }

  @Test(arguments: ["\n", "\r\n", "\r", "\n\n", "\n \t\n"])
  func anyLineEndingIsAccepted(_ end: String) throws {
    let text = ["#EXTM3U", "#EXTINF:1,One", "a.mp4", "b.mp4"].joined(separator: end)
    let list = try Playlist(text.utf8, folder: folder)
    #expect(list.entries.map(\.title) == ["One", nil])
    #expect(try locations(text) == ["/list/a.mp4", "/list/b.mp4"])
  }

  @Test func byteOrderMarkIsSkipped() throws {
    #expect(try locations("\u{FEFF}a.mp4") == ["/list/a.mp4"])
    #expect(try locations("\u{FEFF}#EXTM3U\na.mp4") == ["/list/a.mp4"])
  }

  @Test func commentsAreSkipped() throws {
    #expect(
      try locations("#EXTM3U\n# a note\n  # another\n#EXTVLCOPT:x=1\n\na.mp4\n#") == ["/list/a.mp4"]
    )
    #expect(try locations("") == [])
  }

  @Test(arguments: [
    ("#EXTINF:10,A title", "A title"),
    ("#EXTINF:-1 tvg-id=\"x,y\" group=\"z\",Title, with comma", "Title, with comma"),
    ("#EXTINF:10, spaced", "spaced"),
    ("#EXTINF:10,bad\u{1B}[2Jtitle", "bad\u{FFFD}[2Jtitle"),
    ("#EXTINF:10,", nil),
    ("#EXTINF:10", nil),
    ("#EXTINF:", nil),
  ])
  func titlesAreParsed(_ line: String, _ title: String?) throws {
    let list = try Playlist("\(line)\na.mp4\nb.mp4".utf8, folder: folder)
    #expect(list.entries.map { $0.title?.string } == [title, nil])
  }

  @Test(arguments: [
    ("file:///a%20b.mp4", "/a b.mp4"),
    ("FILE://localhost/a.mp4", "/a.mp4"),
    ("file:///100%.mp4", "/100%.mp4"),
    ("file:///%e6%BC%a2.mp4", "/漢.mp4"),
    ("file:///a%2", "/a%2"),
    ("file:///a%+1", "/a%+1"),
    ("file://server/a.mp4", "<file://server/a.mp4>"),
    ("https://example.org/a.mp4", "[https://example.org/a.mp4]"),
    ("HTTP://example.org/ä b.mp4", "[http://example.org/%C3%A4%20b.mp4]"),
    ("http:///a.mp4", "<http:///a.mp4>"),
    ("ftp://example.org/a.mp4", "<ftp://example.org/a.mp4>"),
    ("a%20b.mp4", "/list/a%20b.mp4"),
    ("not a scheme://x", "/list/not a scheme://x"),
    ("://x", "/list/://x"),
    ("c:/a.mp4", "/list/c:/a.mp4"),
  ])
  func fileURLsBecomePathsAndOtherAddressesDoNot(_ line: String, _ location: String) throws {
    #expect(try locations(line) == [location])
  }

  @Test func pathsWithNULBytesAreDropped() throws {
    #expect(try locations("a.mp4\u{0}.txt\nfile:///a%00b\nb.mp4") == ["/list/b.mp4"])
  }

  @Test func pathsNeedNotBeUTF8() throws {
    let list = try Playlist([0xFF, 0xC3, 0x0A, 0x61], folder: FilePath(""))
    #expect(
      list.entries.map(\.location) == [
        .file(FilePath(bytes: [0xFF, 0xC3])), .file(FilePath("a")),
      ])
  }

  @Test(arguments: [
    "#EXTM3U\n#EXT-X-TARGETDURATION:10\n#EXTINF:9,\nseg.ts",
    "#EXTM3U\r\n#EXT-X-STREAM-INF:BANDWIDTH=1\r\nlow.m3u8",
    "#EXTM3U\n#EXT-X-MEDIA-SEQUENCE:3\nseg.ts",
  ])
  func hlsStreamsAreRejected(_ text: String) {
    #expect(throws: FeedError(.notAFeed, "an HLS stream, not a playlist")) {
      try Playlist(text.utf8, folder: folder)
    }
  }

  @Test func randomBytesAreParsed() {
    let seed = Fuzz.seed
    var generator = SeededGenerator(seed: seed)
    let pieces =
      ["\n", "\r", "#", "#EXTINF:", ",", "\"", "file://", "%", "4", "/", "\u{FEFF}", "é"]
      .map { Array($0.utf8) } + [[0], [0xFF], [0x20]]
    var count = 0
    for _ in 0..<5_000 {
      let text = (0..<Int.random(in: 0...20, using: &generator))
        .flatMap { _ in pieces.randomElement(using: &generator) ?? [] }
      let entries = try? Playlist(text, folder: folder).entries
      count += entries?.count ?? 0
      for entry in entries ?? [] {
        guard case .file(let path) = entry.location else { continue }
        #expect(path.isAbsolute, "seed \(seed): \(text)")
        #expect(!path.bytes.contains(0), "seed \(seed): \(text)")
      }
    }
    #expect(count > 1_000, "seed \(seed)")
  }
}
