import Models

/// Which files of a folder are clips, by name alone: opening each would make a large folder slow.
package enum ClipNames {
  private static let packedExtensions = Set(
    MediaFormat.all.flatMap(\.folderExtensions).map { packed($0.utf8) })

  private static let packedOtherExtensions = Set(
    MediaFormat.all.flatMap(\.otherExtensions).map { packed($0.utf8) })

  /// Whether a file of this name in a folder belongs to the feed.
  package static func isClip(_ name: some BidirectionalCollection<UInt8>) -> Bool {
    hasClipExtension(name) && !isPart(name)
  }

  /// Whether the name has a clip's extension.
  static func hasClipExtension(_ name: some BidirectionalCollection<UInt8>) -> Bool {
    hasExtension(name, in: packedExtensions)
  }

  /// Whether the name is that of a clip, a still or audio.
  package static func isMedia(_ name: some BidirectionalCollection<UInt8>) -> Bool {
    hasClipExtension(name) || hasExtension(name, in: packedOtherExtensions)
  }

  /// Whether a downloader has named the file so that it will be merged, renamed or deleted: yt-dlp
  /// inserts the format before the extension.
  private static func isPart(_ name: some BidirectionalCollection<UInt8>) -> Bool {
    guard let end = name.lastIndex(of: UInt8(ascii: ".")),
      let dot = name[..<end].lastIndex(of: UInt8(ascii: ".")), dot != name.startIndex
    else { return false }
    let word = name[name.index(after: dot)..<end]
    return word.elementsEqual("temp".utf8) || word.elementsEqual("part".utf8) || isStream(word)
  }

  /// Whether a word is `f` and a format id of a single stream (docs/decisions/feed-order.md): a
  /// number of two or more digits, or a protocol, and whatever follows a dash.
  private static func isStream(_ word: some Collection<UInt8>) -> Bool {
    guard word.first == UInt8(ascii: "f") else { return false }
    let name = word.dropFirst()
    let start = name.prefix { $0 != UInt8(ascii: "-") }
    if start.count >= 2, start.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }) {
      return true
    }
    return start.count + 1 < name.count && streamProtocols.contains { start.elementsEqual($0.utf8) }
  }

  private static let streamProtocols = ["hls", "dash", "http", "https", "hds", "mss"]

  private static func hasExtension(
    _ name: some BidirectionalCollection<UInt8>, in extensions: Set<UInt64>
  ) -> Bool {
    guard let dot = name.lastIndex(of: UInt8(ascii: ".")), dot != name.startIndex else {
      return false
    }
    let suffix = name[name.index(after: dot)...]
    return suffix.count <= 8 && extensions.contains(packed(suffix))
  }

  /// Up to eight bytes as a number, with ASCII letters in lower case.
  private static func packed(_ bytes: some Sequence<UInt8>) -> UInt64 {
    bytes.reduce(0) { packed, byte in
      let isUpper = byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z")
      return packed << 8 | UInt64(isUpper ? byte | 0x20 : byte)
    }
  }
}
