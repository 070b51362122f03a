import Models

/// Which files of a folder are clips, by their names alone: opening each one would make a large
/// folder slow.
package enum ClipNames {
  /// The extensions of lists and feeds, in lower case.
  package static let listExtensions = [
    "m3u", "m3u8", "pls", "xspf", "json", "jsonfeed", "rss", "atom", "xml",
  ]

  private static let packedExtensions = Set(
    MediaFormat.all.flatMap(\.folderExtensions).map { packed($0.utf8) })

  private static let packedOtherExtensions = Set(
    MediaFormat.all.flatMap(\.otherExtensions).map { packed($0.utf8) })

  /// Whether a file of this name is taken from a folder.
  package static func isClip(_ name: some BidirectionalCollection<UInt8>) -> Bool {
    hasExtension(name, in: packedExtensions)
  }

  /// Whether the name is that of a clip, a picture or sound.
  static func isMedia(_ name: some BidirectionalCollection<UInt8>) -> Bool {
    isClip(name) || hasExtension(name, in: packedOtherExtensions)
  }

  private static func hasExtension(
    _ name: some BidirectionalCollection<UInt8>, in extensions: Set<UInt64>
  ) -> Bool {
    guard let dot = name.lastIndex(of: UInt8(ascii: ".")), dot != name.startIndex else {
      return false
    }
    let suffix = name[name.index(after: dot)...]
    return suffix.count <= 8 && extensions.contains(packed(suffix))
  }

  /// At most eight bytes as a number, ASCII letters in lower case.
  private static func packed(_ bytes: some Sequence<UInt8>) -> UInt64 {
    bytes.reduce(0) { packed, byte in
      let isUpper = byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z")
      return packed << 8 | UInt64(isUpper ? byte | 0x20 : byte)
    }
  }
}
