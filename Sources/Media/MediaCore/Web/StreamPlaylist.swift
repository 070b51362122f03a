import Models

/// A playlist of an HLS stream (RFC 8216), taken apart and written anew: one variant, only tags that
/// are known, and nothing but addresses of the web (docs/decisions/web-clips.md).
///
/// What libav reads is the new text alone, so that nothing in a list from outside is ever taken for
/// the name of a file or of a protocol.
package struct StreamPlaylist: Hashable, Sendable {
  /// A piece of the stream, as it is asked for.
  package struct Segment: Hashable, Sendable {
    package var address: RemoteAddress
    /// The part of the file, if not all of it is meant.
    package var part: Range<Int64>?

    /// Creates a piece.
    package init(address: RemoteAddress, part: Range<Int64>? = nil) {
      self.address = address
      self.part = part
    }
  }

  /// What the references are relative to.
  private struct Base {
    let address: RemoteAddress
    let addresses: AddressReader

    func resolve(_ reference: String) throws(MediaError) -> RemoteAddress {
      guard let found = addresses.read(reference, relativeTo: address),
        found.string.utf8.count <= StreamPlaylist.longestAddress, !found.string.contains("\"")
      else { throw .refused(.localized("a stream with segments outside the web.")) }
      guard found.isSecure || !address.isSecure else {
        throw .refused(.localized("an encrypted stream with unencrypted segments."))
      }
      guard !found.isPrivateByName || address.isPrivateByName else {
        throw .refused(.localized("a public stream with segments on a private network."))
      }
      return found
    }
  }

  /// A line of the new list, and what it belongs to.
  private struct Line: Hashable {
    var text: String
    /// When the piece it describes or names ends, in seconds; `nil` for what counts from here on.
    var end: Double?
  }

  /// Where it was found.
  package let address: RemoteAddress
  private var output: [Line] = []
  /// The number of the first piece.
  private var firstNumber = 0
  /// The lists a master playlist leads to: of the variant chosen, and of its sound.
  package private(set) var lists: [RemoteAddress] = []
  /// The pieces of a media playlist, in order.
  package private(set) var segments: [Segment] = []
  /// When each of them ends, in seconds since the beginning of the first.
  private var ends: [Double] = []
  /// Keys and initialisation sections.
  package private(set) var resources: Set<RemoteAddress> = []
  /// Whether the pieces are fragments of MP4.
  package private(set) var hasSections = false
  /// Whether no piece will be added.
  package private(set) var isEnded = false

  /// Bytes a playlist may hold: a day in pieces of two seconds takes half of it.
  package static let largest = 8 << 20
  /// Pieces of a stream: two days in pieces of two seconds.
  private static let mostSegments = 100_000
  private static let mostLines = 1_000_000
  /// Longer addresses would be cut by libav, whose buffer holds 4096 characters.
  private static let longestAddress = 4_000

  /// Whether a file is a playlist.
  package static let signature = Array("#EXTM3U".utf8)

  /// Reads a playlist.
  ///
  /// - Parameters:
  ///   - bytes: The file.
  ///   - address: Where it was found: what its references are relative to.
  ///   - addresses: What reads those it names.
  ///   - allowsMaster: Whether it may be a list of variants. Only the first may, so that lists of
  ///     lists come to an end.
  /// - Throws: `.refused` if it names what is not opened, `.notMedia` if it is no stream.
  package init(
    _ bytes: [UInt8], at address: RemoteAddress, _ addresses: AddressReader, allowsMaster: Bool
  ) throws(MediaError) {
    self.address = address
    let base = Base(address: address, addresses: addresses)
    // More lines than parts can need cost more than they say.
    guard bytes.count(where: { $0 == 0x0A || $0 == 0x0D }) <= Self.mostLines else {
      throw .tooLarge
    }
    let lines = String(decoding: bytes, as: UTF8.self).split { $0.isNewline }
      .map { $0.trimmingSpaces }.filter { !$0.isEmpty }
    guard lines.first?.hasPrefix("#EXTM3U") == true else { throw .notMedia }
    if lines.contains(where: { $0.hasPrefix("#EXT-X-STREAM-INF:") }) {
      guard allowsMaster else {
        throw .refused(.localized("nested master playlists."))
      }
      try readMaster(lines, base)
    } else {
      guard lines.contains(where: { $0.hasPrefix("#EXT-X-TARGETDURATION") }) else {
        throw .notMedia
      }
      try readMedia(lines, base)
    }
  }

  /// The list for libav, without the pieces that end before a time.
  ///
  /// - Parameter start: Seconds since the beginning of the first piece.
  package func text(from start: Double) -> String {
    let ends = Set(output.compactMap(\.end))
    let last = ends.max() ?? 0
    let isDropped = { (end: Double) in end <= start && end < last }
    let dropped = ends.count { isDropped($0) }
    var lines = ["#EXTM3U"]
    // Keys without a vector of their own count by it (RFC 8216, 5.2).
    if lists.isEmpty { lines.append("#EXT-X-MEDIA-SEQUENCE:\(firstNumber &+ dropped)") }
    lines += output.filter { !($0.end.map(isDropped) ?? false) }.map(\.text)
    return lines.joined(separator: "\n") + "\n"
  }

  /// The pieces from one on that follow one another in one file.
  ///
  /// - Parameters:
  ///   - first: The index of the first.
  ///   - end: Where in the file to end; `nil` for the first piece alone.
  /// - Returns: Their indices, the first one's included.
  package func run(from first: Int, to end: Int64?) -> Range<Int> {
    var last = first
    while let end, last + 1 < segments.endIndex, let here = segments[last].part?.upperBound,
      here < end, segments[last + 1].address == segments[first].address,
      segments[last + 1].part?.lowerBound == here
    {
      last += 1
    }
    return first..<(last + 1)
  }

  /// Up to which time the pieces reach that are here one behind the other.
  ///
  /// - Parameters:
  ///   - first: The index of the piece being read.
  ///   - share: The part of a piece, by its index, that is here, from 0 to 1.
  /// - Returns: Seconds since the beginning of the first piece; `nil` if there is no such piece.
  package func reach(from first: Int, share: (Int) -> Double) -> Double? {
    guard segments.indices.contains(first) else { return nil }
    var time = first > 0 ? ends[first - 1] : 0
    for index in first..<segments.endIndex {
      let here = min(max(share(index), 0), 1)
      time += (ends[index] - time) * here
      if here < 1 { break }
    }
    return time
  }

  // MARK: Master playlists

  private mutating func readMaster(
    _ lines: [Substring], _ base: Base
  ) throws(MediaError) {
    var variants: [StreamVariant] = []
    var renditions: [TagAttributes] = []
    var pending: TagAttributes?
    for line in lines {
      if let attributes = TagAttributes(line, of: "#EXT-X-STREAM-INF:") {
        pending = attributes
      } else if let attributes = TagAttributes(line, of: "#EXT-X-MEDIA:") {
        renditions.append(attributes)
      } else if !line.hasPrefix("#"), let attributes = pending {
        variants.append(StreamVariant(attributes: attributes, uri: String(line)))
        pending = nil
      }
    }
    guard let variant = StreamVariant.choice(among: variants) else { throw .notMedia }
    var described = "BANDWIDTH=\(variant.bandwidth)"
    let group = variant.attributes["AUDIO"]
    let sounds = renditions.filter {
      $0["TYPE"] == "AUDIO" && group != nil && $0["GROUP-ID"] == group
    }
    // Without an address of its own, the sound is in the frames' pieces.
    if let sound = sounds.first(where: { $0["DEFAULT"] == "YES" }) ?? sounds.first,
      let uri = sound["URI"]
    {
      let list = try base.resolve(uri)
      lists.append(list)
      output.append(
        Line(
          text:
            "#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"sound\",NAME=\"sound\",DEFAULT=YES,URI=\"\(list.string)\""
        )
      )
      described += ",AUDIO=\"sound\""
    }
    let list = try base.resolve(variant.uri)
    lists.append(list)
    output += [Line(text: "#EXT-X-STREAM-INF:\(described)"), Line(text: list.string)]
  }

  // MARK: Media playlists

  /// Tags that are passed on as they are; all hold numbers and plain words.
  private static let plainTags = [
    "#EXT-X-VERSION:", "#EXT-X-TARGETDURATION:", "#EXT-X-PLAYLIST-TYPE:", "#EXT-X-START:",
    "#EXT-X-ENDLIST",
  ]

  private mutating func readMedia(
    _ lines: [Substring], _ base: Base
  ) throws(MediaError) {
    var part: Range<Int64>?
    var partEnd: Int64 = 0
    // What is said of the next piece.
    var pending: [String] = []
    var time = 0.0
    for line in lines.dropFirst() {
      if !line.hasPrefix("#") {
        guard segments.count < Self.mostSegments else { throw .tooLarge }
        let segment = try base.resolve(String(line))
        segments.append(Segment(address: segment, part: part))
        ends.append(time)
        output += (pending + [segment.string]).map { Line(text: $0, end: time) }
        pending = []
        part = nil
      } else if let attributes = TagAttributes(line, of: "#EXT-X-KEY:") {
        try output.append(Line(text: key(attributes, base)))
      } else if let attributes = TagAttributes(line, of: "#EXT-X-MAP:") {
        try output.append(Line(text: map(attributes, base)))
      } else if line.hasPrefix("#EXTINF:") {
        let seconds = Double(line.dropFirst("#EXTINF:".count).prefix { $0 != "," }.trimmingSpaces)
        let length = seconds.flatMap(MediaTime.plausible) ?? 0
        // No two pieces end together, so that they can be told apart by it.
        time += max(length, 0.001)
        pending.append("#EXTINF:\(length),")
      } else if line.hasPrefix("#EXT-X-BYTERANGE:") {
        let range = try Self.part(line.dropFirst("#EXT-X-BYTERANGE:".count), after: partEnd)
        part = range
        partEnd = range.upperBound
        pending.append("#EXT-X-BYTERANGE:\(range.count)@\(range.lowerBound)")
      } else if line.hasPrefix("#EXT-X-MEDIA-SEQUENCE:") {
        firstNumber = Int(line.dropFirst("#EXT-X-MEDIA-SEQUENCE:".count)) ?? 0
      } else if line.hasPrefix("#EXT-X-DISCONTINUITY"), !line.contains(":") {
        pending.append("#EXT-X-DISCONTINUITY")
      } else if Self.plainTags.contains(where: { line.hasPrefix($0) }),
        line.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F && $0 != UInt8(ascii: "\"") })
      {
        if line.hasPrefix("#EXT-X-ENDLIST") { isEnded = true }
        output.append(Line(text: String(line)))
      }
    }
  }

  private mutating func key(
    _ attributes: TagAttributes, _ base: Base
  ) throws(MediaError) -> String {
    let method = attributes["METHOD"] ?? ""
    if method == "NONE" { return "#EXT-X-KEY:METHOD=NONE" }
    guard method == "AES-128", ["identity", nil].contains(attributes["KEYFORMAT"]),
      let uri = attributes["URI"]
    else { throw .refused(.localized("a stream encrypted for specific players (DRM).")) }
    let key = try base.resolve(uri)
    resources.insert(key)
    var output = "#EXT-X-KEY:METHOD=AES-128,URI=\"\(key.string)\""
    if let start = attributes["IV"], start.utf8.count == 34, start.lowercased().hasPrefix("0x"),
      start.dropFirst(2).allSatisfy(\.isHexDigit)
    {
      output += ",IV=\(start)"
    }
    return output
  }

  private mutating func map(
    _ attributes: TagAttributes, _ base: Base
  ) throws(MediaError) -> String {
    guard let uri = attributes["URI"] else { throw .notMedia }
    let map = try base.resolve(uri)
    resources.insert(map)
    hasSections = true
    guard let range = attributes["BYTERANGE"] else { return "#EXT-X-MAP:URI=\"\(map.string)\"" }
    let part = try Self.part(range[...], after: 0)
    return "#EXT-X-MAP:URI=\"\(map.string)\",BYTERANGE=\"\(part.count)@\(part.lowerBound)\""
  }

  /// Nothing is read from beyond this: 1 EiB. Sums of such places fit.
  private static let lastPlace: Int64 = 1 << 60

  /// Reads `count` or `count@start`.
  private static func part(
    _ text: Substring, after end: Int64
  ) throws(MediaError) -> Range<Int64> {
    let numbers = text.split(separator: "@").map { Int64($0.trimmingSpaces) }
    guard 1...2 ~= numbers.count, let count = numbers[0], 1...lastPlace ~= count,
      let start = numbers.count == 2 ? numbers[1] : end, 0...(lastPlace - count) ~= start
    else { throw .refused(.localized("a stream with invalid byte ranges.")) }
    return start..<(start + count)
  }
}

extension Substring {
  /// Without the spaces and tabs round it.
  var trimmingSpaces: Substring {
    let isSpace = { (character: Character) in character == " " || character == "\t" }
    var text = drop(while: isSpace)
    while let last = text.last, isSpace(last) { text.removeLast() }
    return text
  }
}
