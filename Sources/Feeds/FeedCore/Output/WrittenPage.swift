/// The information on clips in a page written by `FeedWriter`, for rewriting the page.
package struct WrittenPage {
  /// A version of a clip with a known duration.
  package struct Clip: Hashable, Sendable {
    var address: String
    var size: Int
    /// In seconds since 1970.
    var modified: Double
  }

  /// What is known of a clip: its duration in seconds, and when it was recorded, in seconds since 1970.
  package struct Facts: Hashable, Sendable {
    package var duration: Double?
    package var recorded: Double?
  }

  package let facts: [Clip: Facts]

  /// Reads a page; `nil` if it is not ours.
  package init?(_ bytes: [UInt8]) {
    var limits = FeedLimits()
    limits.items = .max
    guard let page = try? JSONFeed(bytes, limits: limits), page.isWritten else { return nil }
    var facts: [Clip: Facts] = [:]
    for entry in page.entries {
      for clip in entry.enclosures.joined() {
        guard let size = clip.size, let modified = entry.modified ?? entry.date,
          clip.duration != nil
        else { continue }
        facts[Clip(address: clip.address, size: size, modified: modified)] = Facts(
          duration: clip.duration, recorded: entry.modified == nil ? nil : entry.date)
      }
    }
    self.facts = facts
  }
}

extension FeedWriter {
  /// A clip as identified in `WrittenPage`.
  package func clip(of entry: Entry) -> WrittenPage.Clip {
    WrittenPage.Clip(
      address: address(of: entry), size: entry.size, modified: Double(entry.modified))
  }
}
