import FoundationEssentials

/// What a page that `FeedWriter` has written says of clips, for writing it again.
package struct WrittenPage {
  /// A clip in a state in which its duration is known.
  package struct Clip: Hashable, Sendable {
    var address: String
    var size: Int
    /// As the page has it.
    var modified: String
  }

  /// In seconds.
  package let durations: [Clip: Double]

  /// Reads a page; `nil` if it is none of ours.
  package init?(_ bytes: [UInt8]) {
    guard let page = try? JSONDecoder().decode(Page.self, from: Data(bytes)) else { return nil }
    var durations: [Clip: Double] = [:]
    for item in page.items {
      for attachment in item.attachments {
        let clip = Clip(address: attachment.url, size: attachment.size, modified: item.modified)
        durations[clip] = attachment.duration
      }
    }
    self.durations = durations
  }
}

extension FeedWriter {
  /// A clip as `WrittenPage` knows it.
  package func clip(of entry: Entry) -> WrittenPage.Clip {
    WrittenPage.Clip(
      address: address(of: entry), size: entry.size,
      modified: Timestamp.text(seconds: entry.modified))
  }
}

private struct Page: Decodable {
  /// By which the page is known as ours.
  struct Mark: Decodable {}

  struct Item: Decodable {
    var modified: String
    var attachments: [Attachment]

    enum CodingKeys: String, CodingKey {
      case modified = "date_published"
      case attachments
    }
  }

  struct Attachment: Decodable {
    var url: String
    var size: Int
    var duration: Double?

    enum CodingKeys: String, CodingKey {
      case url
      case size = "size_in_bytes"
      case duration = "duration_in_seconds"
    }
  }

  var mark: Mark
  var items: [Item]

  enum CodingKeys: String, CodingKey {
    case mark = "_flick"
    case items
  }
}
