/// The status line and the fields of an HTTP/1 response (RFC 9112).
package struct ResponseHead: Hashable, Sendable {
  /// How the body behind the head ends.
  package enum Framing: Hashable, Sendable {
    case none
    case length(Int64)
    case chunked
    case untilClose
  }

  /// Which bytes a partial response holds.
  package struct ContentRange: Hashable, Sendable {
    /// The first byte; `nil` if the range asked for could not be had.
    package var first: Int64?
    /// Bytes in the whole; `nil` if the server does not know.
    package var total: Int64?

    /// Creates a range.
    package init(first: Int64?, total: Int64?) {
      self.first = first
      self.total = total
    }
  }

  package let status: Int
  private let isFirstVersion: Bool
  private let fields: [String: String]

  /// More bytes than this are no head any more.
  package static let largest = 65_536

  /// Where the head at the start of some bytes ends; `nil` if it goes on.
  package static func length(in bytes: [UInt8]) -> Int? {
    var lineStart = 0
    for (index, byte) in bytes.enumerated() where byte == 0x0A {
      let isBlank = index == lineStart || index == lineStart + 1 && bytes[lineStart] == 0x0D
      // Blank lines before the head are to be ignored.
      if isBlank, bytes[..<lineStart].contains(where: { $0 != 0x0D && $0 != 0x0A }) {
        return index + 1
      }
      lineStart = index + 1
    }
    return nil
  }

  /// Reads a head.
  ///
  /// - Parameter bytes: All of it, with the blank line at its end.
  /// - Returns: `nil` if it is no HTTP/1, or contradicts itself about the length of its body.
  package init?(_ bytes: some Collection<UInt8>) {
    let lines = bytes.split { $0 == 0x0A }.map { $0.filter { $0 != 0x0D } }.filter { !$0.isEmpty }
    guard let statusLine = lines.first.map({ String(decoding: $0, as: UTF8.self) }) else {
      return nil
    }
    let parts = statusLine.split(separator: " ", maxSplits: 2)
    guard parts.count >= 2, parts[0].hasPrefix("HTTP/1."), parts[1].utf8.count == 3,
      let status = Int(parts[1]), 100...599 ~= status
    else { return nil }
    var fields: [String: String] = [:]
    for line in lines.dropFirst() {
      guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { continue }
      let name = String(decoding: line[..<colon], as: UTF8.self).lowercased()
      let value = Self.trimmed(line[(colon + 1)...])
      if name == "content-length", let old = fields[name], old != value { return nil }
      if name == "transfer-encoding", let old = fields[name] {
        fields[name] = "\(old), \(value)"
      } else if fields[name] == nil {
        fields[name] = value
      }
    }
    self.status = status
    isFirstVersion = parts[0] == "HTTP/1.0"
    self.fields = fields
    if let length = fields["content-length"], fields["transfer-encoding"] == nil,
      Self.number(length) == nil
    {
      return nil
    }
  }

  /// The value of a field, by its name in lower case.
  package subscript(_ name: String) -> String? { fields[name] }

  /// How the body ends; `nil` if it is coded in a way nobody asked for.
  package var framing: Framing? {
    if status < 200 || status == 204 || status == 304 { return Framing.none }
    if let coding = self["transfer-encoding"] {
      return coding.lowercased() == "chunked" ? .chunked : nil
    }
    return self["content-length"].flatMap(Self.number).map { .length($0) } ?? .untilClose
  }

  /// Whether another request may follow once the body is read.
  package var keepsConnection: Bool {
    guard framing != .untilClose, framing != nil else { return false }
    let options = self["connection"]?.lowercased() ?? ""
    return isFirstVersion ? options.contains("keep-alive") : !options.contains("close")
  }

  /// The range of a partial response, or of one that could not be had.
  package var contentRange: ContentRange? {
    guard let value = self["content-range"], value.lowercased().hasPrefix("bytes ") else {
      return nil
    }
    let parts = value.dropFirst(6).split(separator: "/")
    guard parts.count == 2 else { return nil }
    let first = parts[0].split(separator: "-").first.map(String.init).flatMap(Self.number)
    return ContentRange(first: first, total: Self.number(String(parts[1])))
  }

  /// Whether the body is as it is stored, and not compressed for the way.
  package var isPlain: Bool {
    ["", "identity"].contains(self["content-encoding"]?.lowercased() ?? "")
  }

  private static func number(_ text: String) -> Int64? {
    text.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int64(text) : nil
  }

  private static func trimmed(_ bytes: some Collection<UInt8>) -> String {
    let isSpace = { (byte: UInt8) in byte == 0x20 || byte == 0x09 }
    var text = Array(bytes.drop(while: isSpace))
    while let last = text.last, isSpace(last) { text.removeLast() }
    return String(decoding: text, as: UTF8.self)
  }
}
