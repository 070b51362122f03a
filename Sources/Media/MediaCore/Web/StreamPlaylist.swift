import Models

/// An HLS playlist (RFC 8216), parsed and rewritten: one variant, only known tags, and only web
/// addresses (docs/decisions/web-clips.md).
///
/// libav reads only the new text, so that nothing in an untrusted playlist is ever taken for a file
/// name or a protocol.
package struct StreamPlaylist: Hashable, Sendable {
  /// A segment of the stream, as requested.
  package struct Segment: Hashable, Sendable {
    package var address: RemoteAddress
    /// The byte range, if it is not the whole file.
    package var part: Range<Int64>?

    package init(address: RemoteAddress, part: Range<Int64>? = nil) {
      self.address = address
      self.part = part
    }
  }

  /// The base of relative references.
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

  /// A line of the new playlist, and its segment's end.
  private struct Line: Hashable {
    var text: String
    /// When the segment it describes or names ends, in seconds; `nil` for lines that apply from
    /// here on.
    var end: Double?
  }

  package let address: RemoteAddress
  private var output: [Line] = []
  /// The number of the first segment.
  private var firstNumber = 0
  /// The playlists in a master playlist: that of the chosen variant, and that of its audio.
  package private(set) var lists: [RemoteAddress] = []
  /// The segments of a media playlist, in order.
  package private(set) var segments: [Segment] = []
  /// The end of each segment, in seconds since the beginning of the first.
  private var ends: [Double] = []
  /// Keys and initialisation sections.
  package private(set) var resources: Set<RemoteAddress> = []
  /// Whether the segments are fragmented MP4.
  package private(set) var hasSections = false
  /// Whether the playlist is complete.
  package private(set) var isEnded = false

  /// The maximum size of a playlist in bytes: a day in segments of two seconds takes half of it.
  package static let largest = 8 << 20
  /// The maximum number of segments: two days in segments of two seconds.
  private static let maxSegments = 100_000
  private static let maxLines = 1_000_000
  /// libav would truncate longer addresses: its buffer holds 4096 characters.
  private static let longestAddress = 4_000

  /// Whether a file is a playlist.
  package static let signature = Array("#EXTM3U".utf8)

  /// Parses a playlist.
  ///
  /// - Parameters:
  ///   - bytes: The file.
  ///   - address: Its address, the base of its references.
  ///   - addresses: The parser for addresses in it.
  ///   - allowsMaster: Whether it may be a master playlist. Only the first may, which rules out
  ///     endless nesting.
  /// - Throws: `.refused` if it names something that Flick does not open, `.notMedia` if it is not
  ///   a stream.
  package init(
    _ bytes: [UInt8], at address: RemoteAddress, _ addresses: AddressReader, allowsMaster: Bool
  ) throws(MediaError) {
    self.address = address
    let base = Base(address: address, addresses: addresses)
    // More lines than segments can need are not worth parsing.
    guard bytes.count(where: { $0 == 0x0A || $0 == 0x0D }) <= Self.maxLines else {
      throw .tooLarge
    }
    let lines = String(decoding: bytes, as: UTF8.self).split { $0.isNewline }
      .map { $0.trimming(while: \.isWhitespace) }.filter { !$0.isEmpty }
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

  /// The playlist for libav, without the segments that end before a time.
  ///
  /// - Parameter start: Seconds since the beginning of the first segment.
  package func text(from start: Double) -> String {
    let ends = Set(output.compactMap(\.end))
    let last = ends.max() ?? 0
    let isDropped = { (end: Double) in end <= start && end < last }
    let dropped = ends.count { isDropped($0) }
    var lines = ["#EXTM3U"]
    // Keys without an initialisation vector use it as one (RFC 8216, 5.2).
    if lists.isEmpty { lines.append("#EXT-X-MEDIA-SEQUENCE:\(firstNumber &+ dropped)") }
    lines += output.filter { !($0.end.map(isDropped) ?? false) }.map(\.text)
    return lines.joined(separator: "\n") + "\n"
  }

  /// The consecutive segments in one file, starting at one.
  ///
  /// - Parameters:
  ///   - first: The index of the first segment.
  ///   - end: Where in the file to end; `nil` for the first segment only.
  /// - Returns: Their indices, including the first.
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

  /// The time up to which segments are buffered without a gap.
  ///
  /// - Parameters:
  ///   - first: The index of the segment being read.
  ///   - share: The buffered fraction of the segment with an index, from 0 to 1.
  /// - Returns: Seconds since the beginning of the first segment; `nil` if there is no such
  ///   segment.
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
    // Without an address of its own, the audio is in the video's segments.
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

  /// Tags that are passed on unchanged; all contain numbers and plain words.
  private static let plainTags = [
    "#EXT-X-VERSION:", "#EXT-X-TARGETDURATION:", "#EXT-X-PLAYLIST-TYPE:", "#EXT-X-START:",
    "#EXT-X-ENDLIST",
  ]

  private mutating func readMedia(
    _ lines: [Substring], _ base: Base
  ) throws(MediaError) {
    var part: Range<Int64>?
    var partEnd: Int64 = 0
    // The tags for the next segment.
    var pending: [String] = []
    var time = 0.0
    for line in lines.dropFirst() {
      if !line.hasPrefix("#") {
        guard segments.count < Self.maxSegments else { throw .tooLarge }
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
        let seconds = line.dropFirst("#EXTINF:".count).prefix { $0 != "," }
          .trimming(while: \.isWhitespace)
        let length = Double(seconds).flatMap(MediaTime.plausible) ?? 0
        // No two segments end at the same time, so that the end identifies a segment.
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

  /// The highest position ever read: 1 EiB. Sums of such positions do not overflow.
  private static let lastPlace: Int64 = 1 << 60

  /// Parses `count` or `count@start`.
  private static func part(
    _ text: Substring, after end: Int64
  ) throws(MediaError) -> Range<Int64> {
    let numbers = text.split(separator: "@").map { Int64($0.trimming(while: \.isWhitespace)) }
    guard 1...2 ~= numbers.count, let count = numbers[0], 1...lastPlace ~= count,
      let start = numbers.count == 2 ? numbers[1] : end, 0...(lastPlace - count) ~= start
    else { throw .refused(.localized("a stream with invalid byte ranges.")) }
    return start..<(start + count)
  }
}
