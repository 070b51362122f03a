import FeedCore
import Glibc
import Models
import Network
import Platform
import TestSupport

extension Benchmark {
  /// What the worst pages of 16 MiB cost: processor time, and what is in memory at the end beside the page
  /// itself. None may take more than 2 s or 100 MB (docs/decisions/web-client.md).
  static let parse = Benchmark(name: "parse") { report in
    guard let address = RemoteAddress("https://a.example/feed") else { return }
    let base = FeedBase.web(address, isPublic: true, .libcurl)
    for (name, content, page) in worstPages() {
      let before = ProcessMemory(of: getpid()).resident.mebibytes
      let start = HostTime.thread
      let end = start + ReadingWatch.longest
      var entries = "?"
      do throws(FeedError) {
        let document = try FeedDocument(
          page, content: content, base: base, feed: "f",
          watch: ReadingWatch { () throws(FeedError) in
            if HostTime.thread > end { throw ReadingWatch.tooSlow }
          })
        entries = "\(document.items.count) items"
      } catch {
        entries = "\(error.reason)"
      }
      report.add("parse.\(name)", (HostTime.thread - start) * 1e3, "ms")
      report.add(
        "parse.\(name).memory", ProcessMemory(of: getpid()).resident.mebibytes - before, "MiB")
      print("# parse.\(name): \(page.count >> 10) KiB, \(entries)")
    }
  }

  private static let size = 16 << 20

  private static func repeated(
    _ piece: String, between head: String, and tail: String, _ bytes: Int = size
  ) -> [UInt8] {
    let piece = Array(piece.utf8)
    var page = Array(head.utf8)
    page.reserveCapacity(bytes)
    while page.count + piece.count + tail.utf8.count <= bytes { page += piece }
    return page + Array(tail.utf8)
  }

  private static func worstPages() -> [(String, WebContent, [UInt8])] {
    let version = #"{"version": "https://jsonfeed.org/version/1.1", "items": ["#
    let attachments = (0..<60_000).map {
      #"{"url": "\#($0).mp4", "mime_type": "video/mp4", "title": "\#($0)"}"#
    }
    let title = String(repeating: "title ", count: 8 << 20 / 6)
    return [
      ("objects", .json, repeated("{},", between: version, and: "{}]}")),
      ("zeros", .json, repeated("0,", between: version, and: "0]}")),
      ("nesting", .json, repeated("[", between: version, and: "")),
      (
        "attachments", .json,
        Array(
          "\(version){\"id\": 1, \"attachments\": [\(attachments.joined(separator: ","))]}]}".utf8)
      ),
      ("lines", .m3u, repeated("a\n", between: "#EXTM3U\n", and: "")),
      ("ends", .m3u, repeated("\n", between: "#EXTM3U\n", and: "a\n")),
      (
        "enclosures", .xml,
        repeated(
          "<enclosure url='a.mp4' type='video/mp4'/>",
          between: "<rss><channel><item><title>\(title)</title>", and: "</item></channel></rss>")
      ),
      (
        "elements", .xml,
        repeated("<a/>", between: "<rss><channel><item>", and: "</item></channel></rss>")
      ),
      (
        "items", .xml,
        repeated(
          "<item><title>a</title></item>", between: "<rss><channel>", and: "</channel></rss>")
      ),
      (
        "deep", .xml,
        repeated(
          "text ",
          between: "<rss><channel><item>" + String(repeating: "<b>", count: 60),
          and: String(repeating: "</b>", count: 60) + "</item></channel></rss>")
      ),
      (
        "attributes", .xml,
        repeated("a ", between: "<rss><channel><item ", and: "></item></channel></rss>")
      ),
      (
        "html", .xml,
        repeated(
          "&lt;p>", between: "<rss><channel><item><description>",
          and: "</description></item></channel></rss>")
      ),
      (
        "tracks", .xml,
        repeated(
          "<track><location>a</location></track>", between: "<playlist><trackList>",
          and: "</trackList></playlist>")
      ),
    ]
  }
}
