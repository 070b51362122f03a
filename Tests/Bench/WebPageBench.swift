import FeedCore
import FeedSources
import Models
import Network
import Platform
import TestSupport

extension Benchmark {
  /// What a page of a web feed costs in processor time, that of the server included: 100 entries, over a
  /// connection that is there already.
  static let webPage = Benchmark(name: "web.page") { report in
    let server = try WebServer()
    let entries = (0..<100).map {
      #"{"id": "\#($0)", "title": "Clip \#($0)", "attachments": [{"url": "\#($0).mp4", "mime_type": "video/mp4"}]}"#
    }
    let page =
      #"{"version": "https://jsonfeed.org/version/1.1", "items": [\#(entries.joined(separator: ","))]}"#
    server.serve("/feed", Array(page.utf8)) { $0.type = "application/feed+json" }
    guard let address = server.address("/feed") else { return }
    let configuration = WebFeedConfiguration(
      web: CurlSource(WebConfiguration(userAgent: "Flick/bench")), text: TextDecoder())
    var times: [Double] = []
    for _ in 0..<40 {
      let source = WebFeedSource(address: address, configuration: configuration)
      let before = ProcessorTime.ofThisProcess
      let items = try waitFor({ await source.next() }).get().items
      times.append((ProcessorTime.ofThisProcess - before) * 1e3)
      guard items.count == 101 else { return print("# web.page: \(items.count) items") }
    }
    report.add("web.page.first", times[0], "ms")
    report.add("web.page", of: Array(times.dropFirst()), "ms")
    server.stop()
  }
}
