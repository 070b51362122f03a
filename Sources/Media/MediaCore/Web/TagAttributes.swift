/// The attribute list of a tag in an HLS playlist (RFC 8216, 4.2).
struct TagAttributes: Hashable, Sendable {
  private var values: [String: String] = [:]

  /// Parses a line; `nil` if it is another tag.
  init?(_ line: Substring, of tag: String) {
    guard line.hasPrefix(tag) else { return nil }
    var rest = line.dropFirst(tag.count)
    while let equals = rest.firstIndex(of: "=") {
      let name = rest[..<equals].filter { $0 != " " }
      rest = rest[rest.index(after: equals)...]
      let value: Substring
      if rest.first == "\"" {
        value = rest.dropFirst().prefix { $0 != "\"" }
        rest = rest[value.endIndex...].drop { $0 != "," }
      } else {
        value = rest.prefix { $0 != "," }
        rest = rest[value.endIndex...]
      }
      // If a name occurs twice, the first one counts.
      if values[name] == nil { values[name] = String(value) }
      rest = rest.dropFirst()
    }
  }

  /// A value by name, without its quotes.
  subscript(_ name: String) -> String? { values[name] }
}

struct StreamVariant: Hashable, Sendable {
  let attributes: TagAttributes
  let uri: String

  /// Bits per second; 0 if not given.
  var bandwidth: Int { max(attributes["BANDWIDTH"].flatMap { Int($0) } ?? 0, 0) }

  /// The shorter side of the frame, in pixels; `nil` if not given.
  var lines: Int? {
    let sides = attributes["RESOLUTION"]?.split(separator: "x").compactMap { Int($0) } ?? []
    return sides.count == 2 ? sides.min() : nil
  }

  private var hasOnlySound: Bool {
    guard lines == nil, let codecs = attributes["CODECS"] else { return false }
    return codecs.split(separator: ",").allSatisfy {
      let codec = $0.drop { $0 == " " }
      return ["mp4a", "ac-3", "ec-3", "opus", "fLaC"].contains { codec.hasPrefix($0) }
    }
  }

  /// Enough lines for a large terminal with half blocks, and the corresponding bits per second.
  private static let enoughLines = 480
  private static let enoughBandwidth = 1_000_000

  /// The variant that suits the cells: the smallest that is at least as large, or the largest.
  static func choice(among variants: [StreamVariant]) -> StreamVariant? {
    let frames = variants.filter { !$0.hasOnlySound }
    let candidates = frames.isEmpty ? variants : frames
    let known = candidates.filter { $0.lines != nil }
    guard !known.isEmpty else {
      return candidates.filter { $0.bandwidth >= enoughBandwidth }
        .min { $0.bandwidth < $1.bandwidth } ?? candidates.max { $0.bandwidth < $1.bandwidth }
    }
    let size = { (variant: StreamVariant) in (variant.lines ?? 0, variant.bandwidth) }
    return known.filter { $0.lines ?? 0 >= enoughLines }.min { size($0) < size($1) }
      ?? known.max { size($0) < size($1) }
  }
}
