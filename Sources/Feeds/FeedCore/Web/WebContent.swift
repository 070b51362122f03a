import Models

/// The type of content at an address: by its media type, then by its first bytes.
package enum WebContent: Hashable, Sendable {
  case clip
  case still
  /// A list of clips, or an HLS stream, which begins the same; see `isStream`.
  case m3u
  case json
  /// An XML feed, or other XML.
  case xml
  case page
  /// Text of an unknown kind.
  case unknown

  /// How many bytes to inspect, if there are that many.
  package static let lookLength = 1_024

  /// Determines the type of content.
  ///
  /// - Parameters:
  ///   - type: The media type from the server; `nil` if there is none.
  ///   - head: The first bytes.
  ///   - path: The address's path or the file's name, whose extension counts for little.
  package init(type: String?, head: some Collection<UInt8>, path: String) {
    let essence = type.map(MediaKind.essence) ?? ""
    let head = Array(head.prefix(Self.lookLength))
    if Self.trimmed(head).starts(with: "#EXTM3U".utf8)
      || MediaKind.playlistTypes.contains(essence)
    {
      self = .m3u
    } else if Self.isMedia(essence), !Self.isText(head) || head.isEmpty {
      self = MediaKind(type: essence, address: path) == .still ? .still : .clip
    } else if essence.hasSuffix("json") {
      self = .json
    } else if let content = Self.look(head) {
      self = content
    } else if essence.hasSuffix("xml"), essence != "application/xhtml+xml" {
      self = .xml
    } else if essence.hasSuffix("html") || essence == "application/xhtml+xml" {
      self = .page
    } else if Self.isText(head) {
      // A list in the oldest format has nothing but names.
      let suffix = path.split(separator: ".").last?.lowercased()
      self = suffix == "m3u" || suffix == "m3u8" ? .m3u : .unknown
    } else {
      self = .clip
    }
  }

  // MARK: Sniffing

  private static func isMedia(_ essence: String) -> Bool {
    // SVG is not shown.
    ["video/", "audio/", "image/"].contains { essence.hasPrefix($0) } && !essence.hasSuffix("xml")
  }

  private static func look(_ head: [UInt8]) -> WebContent? {
    // UTF-16 has a zero byte beside each `<`.
    let text = trimmed(head.filter { $0 != 0 && $0 < 0x80 })
    guard isText(head) || head.starts(with: [0xFE, 0xFF]) || head.starts(with: [0xFF, 0xFE]) else {
      return nil
    }
    if text.first == UInt8(ascii: "{") { return .json }
    guard text.first == UInt8(ascii: "<") else { return nil }
    var scanner = MarkupScanner(text, isHTML: true)
    while let token = scanner.next() {
      guard case .start(let tag) = token else { continue }
      let name = tag.name.split(separator: ":").last ?? ""
      if ["rss", "feed", "rdf"].contains(name) { return .xml }
      if ["html", "head", "body", "title", "meta", "script", "div", "link"].contains(name) {
        return .page
      }
      break
    }
    return text.starts(with: "<?xml".utf8) ? .xml : nil
  }

  private static func trimmed(_ head: [UInt8]) -> ArraySlice<UInt8> {
    var text = head[...]
    if text.starts(with: [0xEF, 0xBB, 0xBF]) { text = text.dropFirst(3) }
    return text.drop { $0 == 0x20 || (0x09...0x0D).contains($0) }
  }

  /// Whether bytes may be text: without bytes that no text contains.
  private static func isText(_ head: [UInt8]) -> Bool {
    head.allSatisfy { $0 >= 0x20 || (0x09...0x0D).contains($0) || $0 == 0x1B }
  }
}
