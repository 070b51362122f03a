import Models

/// A list of clips in the M3U format: a path or address a line, `#` before comments, and
/// `#EXTINF:seconds,title` before the entry it describes.
package struct Playlist: Hashable, Sendable {
  /// A line that names something to play.
  package struct Entry: Hashable, Sendable {
    /// Where it is.
    package enum Location: Hashable, Sendable {
      /// A file; relative paths are already taken from the list's folder.
      case file(FilePath)
      /// An address of another kind.
      case address(CleanText)
    }

    package let location: Location
    /// What the list calls it, if it does.
    package let title: CleanText?
  }

  /// Why a text is not a list to play.
  package enum Refusal: Error, Hashable, Sendable {
    /// An HLS stream (RFC 8216), which only looks like a list: its entries are pieces of one clip.
    case stream
  }

  package let entries: [Entry]

  /// Reads a list.
  ///
  /// - Parameters:
  ///   - bytes: Its text: UTF-8 with or without a byte order mark, or any other bytes, since paths
  ///     are bytes. Lines end in LF, CR LF or CR.
  ///   - folder: Where the list is.
  /// - Throws: `Refusal` if it is something else.
  package init(_ bytes: some Collection<UInt8>, folder: FilePath) throws(Refusal) {
    var text = Array(bytes)[...]
    if text.starts(with: [0xEF, 0xBB, 0xBF]) { text = text.dropFirst(3) }
    var entries: [Entry] = []
    var title: CleanText?
    for line in text.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D }) {
      guard let first = line.first(where: { $0 != 0x20 && $0 != 0x09 }) else { continue }
      guard first == UInt8(ascii: "#") else {
        if let location = Self.location(line, folder: folder) {
          entries.append(Entry(location: location, title: title))
        }
        title = nil
        continue
      }
      let comment = line.drop { $0 == 0x20 || $0 == 0x09 }
      if Self.streamTags.contains(where: { comment.starts(with: $0.utf8) }) { throw .stream }
      if comment.starts(with: "#EXTINF:".utf8) { title = Self.title(comment) }
    }
    self.entries = entries
  }

  /// Tags that every HLS playlist has one of, and no other list.
  private static let streamTags = [
    "#EXT-X-TARGETDURATION", "#EXT-X-STREAM-INF", "#EXT-X-MEDIA-SEQUENCE",
  ]

  /// What stands behind the first comma that is not within quotes.
  private static func title(_ comment: ArraySlice<UInt8>) -> CleanText? {
    var isQuoted = false
    for (index, byte) in zip(comment.indices, comment) {
      if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
      guard byte == UInt8(ascii: ","), !isQuoted else { continue }
      let title = comment[(index + 1)...].drop { $0 == 0x20 || $0 == 0x09 }
      return title.isEmpty ? nil : CleanText(bytes: title)
    }
    return nil
  }

  /// - Returns: `nil` for what can be no path, because it holds a zero byte.
  private static func location(_ line: ArraySlice<UInt8>, folder: FilePath) -> Entry.Location? {
    var path = line
    if let scheme = scheme(of: line) {
      guard scheme == "file", let decoded = fileURLPath(line.dropFirst("file://".utf8.count)) else {
        return .address(CleanText(bytes: line))
      }
      path = decoded[...]
    }
    guard !path.contains(0) else { return nil }
    return .file(folder.appending(FilePath(bytes: path)))
  }

  /// The part before `://` in lower case, if that can be a scheme (RFC 3986, section 3.1).
  private static func scheme(of line: ArraySlice<UInt8>) -> String? {
    guard let colon = line.firstIndex(of: UInt8(ascii: ":")),
      line[colon...].starts(with: "://".utf8)
    else { return nil }
    let scheme = String(decoding: line[..<colon], as: UTF8.self).lowercased()
    let isValid = scheme.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
        UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."):
        true
      default: false
      }
    }
    return isValid && !scheme.isEmpty ? scheme : nil
  }

  /// The path of a file URL (RFC 8089) without its `file://`; `nil` if it is on another machine.
  private static func fileURLPath(_ rest: ArraySlice<UInt8>) -> [UInt8]? {
    guard let slash = rest.firstIndex(of: UInt8(ascii: "/")) else { return nil }
    let host = String(decoding: rest[..<slash], as: UTF8.self).lowercased()
    guard host.isEmpty || host == "localhost" else { return nil }
    return percentDecoded(rest[slash...])
  }

  /// Replaces `%` and two hexadecimal digits by the byte they name; any other `%` stays.
  private static func percentDecoded(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    var decoded: [UInt8] = []
    var rest = bytes
    while let byte = rest.popFirst() {
      let digits = rest.prefix(2).compactMap { Character(Unicode.Scalar($0)).hexDigitValue }
      guard byte == UInt8(ascii: "%"), digits.count == 2 else {
        decoded.append(byte)
        continue
      }
      decoded.append(UInt8(digits[0] * 16 + digits[1]))
      rest = rest.dropFirst(2)
    }
    return decoded
  }
}
