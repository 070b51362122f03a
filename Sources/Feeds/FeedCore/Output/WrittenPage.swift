/// What a page that `FeedWriter` has written says of clips, for writing it again.
package struct WrittenPage {
  /// A clip in a state in which its duration is known.
  package struct Clip: Hashable, Sendable {
    var address: String
    var size: Int
    /// In seconds since 1970.
    var modified: Double
  }

  /// In seconds.
  package let durations: [Clip: Double]

  /// Reads a page; `nil` if it is none of ours.
  package init?(_ bytes: [UInt8]) {
    var limits = FeedLimits()
    limits.items = .max
    guard let page = try? JSONFeed(bytes, limits: limits), page.isWritten else { return nil }
    var durations: [Clip: Double] = [:]
    for entry in page.entries {
      for clip in entry.enclosures.joined() {
        guard let size = clip.size, let modified = entry.date else { continue }
        durations[Clip(address: clip.address, size: size, modified: modified)] = clip.duration
      }
    }
    self.durations = durations
  }
}

extension FeedWriter {
  /// A clip as `WrittenPage` knows it.
  package func clip(of entry: Entry) -> WrittenPage.Clip {
    WrittenPage.Clip(
      address: address(of: entry), size: entry.size, modified: Double(entry.modified))
  }
}
