import FoundationEssentials
import Models

/// Reads JSON (RFC 8259) from the outside in, so that only requested values are created.
///
/// A value of another type than requested is skipped and counts as missing.
struct JSONReader {
  private let bytes: [UInt8]
  private let depthLimit: Int
  private var position = 0
  private var depth = 0
  private var watch: ReadingWatch

  /// Creates a reader at the beginning of a document.
  ///
  /// - Parameters:
  ///   - bytes: The document, in UTF-8.
  ///   - depthLimit: The deepest nesting of values.
  ///   - watch: Can stop it early.
  init(_ bytes: [UInt8], depthLimit: Int, watch: ReadingWatch = .unlimited) {
    self.bytes = bytes
    self.depthLimit = depthLimit
    self.watch = watch
  }

  /// Whether only white space is left.
  var isAtEnd: Bool { bytes[position...].allSatisfy(Self.isSpace) }

  /// Reads an object.
  ///
  /// - Parameter member: Reads the value of a member.
  /// - Returns: Whether it was an object.
  mutating func object(
    _ member: (inout JSONReader, String) throws(FeedError) -> Void
  ) throws(FeedError) -> Bool {
    try parts("{", "}") { (reader) throws(FeedError) in
      guard let name = try reader.string() else { throw reader.broken }
      try reader.expect(":")
      try member(&reader, name)
    }
  }

  /// Reads an array.
  ///
  /// - Parameter element: Reads an element.
  /// - Returns: Whether it was an array.
  mutating func list(
    _ element: (inout JSONReader) throws(FeedError) -> Void
  ) throws(FeedError) -> Bool {
    try parts("[", "]", element)
  }

  /// `nil` if the value is not a string; then it is skipped.
  mutating func string() throws(FeedError) -> String? {
    guard try peek() == UInt8(ascii: "\"") else {
      try skip()
      return nil
    }
    let (range, hasEscapes) = try quoted()
    let text = String(decoding: bytes[range], as: UTF8.self)
    guard hasEscapes else { return text }
    return (try? JSONDecoder().decode(String.self, from: Data("\"\(text)\"".utf8))) ?? text
  }

  /// Reads a number as written.
  mutating func number() throws(FeedError) -> String? {
    guard let first = try peek(), NaturalOrder.isDigit(first) || first == UInt8(ascii: "-") else {
      try skip()
      return nil
    }
    let start = position
    while position < bytes.count, Self.isNumber(bytes[position]) { position += 1 }
    let text = bytes[start..<position]
    guard Self.isNumber(text) else { throw broken }
    return String(decoding: text, as: UTF8.self)
  }

  mutating func isAtString() throws(FeedError) -> Bool { try peek() == UInt8(ascii: "\"") }

  mutating func isAtList() throws(FeedError) -> Bool { try peek() == UInt8(ascii: "[") }

  mutating func skip() throws(FeedError) {
    try watch.check()
    switch try peek() {
    case nil: throw broken
    case UInt8(ascii: "{"):
      _ = try object { (reader, _) throws(FeedError) in try reader.skip() }
    case UInt8(ascii: "["): _ = try list { (reader) throws(FeedError) in try reader.skip() }
    case UInt8(ascii: "\""): _ = try quoted()
    default: try word()
    }
  }

  // MARK: Parts

  private var broken: FeedError {
    FeedError(
      .damaged,
      position < bytes.count
        ? .localized("not valid JSON (byte %s)", position + 1)
        : .localized("it is truncated"))
  }

  private var tooDeep: FeedError {
    FeedError(.tooLarge, .localized("it is nested more than %s levels deep", depthLimit))
  }

  private mutating func peek() throws(FeedError) -> UInt8? {
    while position < bytes.count, Self.isSpace(bytes[position]) { position += 1 }
    return position < bytes.count ? bytes[position] : nil
  }

  private mutating func expect(_ sign: Unicode.Scalar) throws(FeedError) {
    guard try peek() == UInt8(ascii: sign) else { throw broken }
    position += 1
  }

  /// Reads comma-separated parts between two delimiters; a value that does not begin with the first
  /// is skipped.
  ///
  /// - Returns: Whether it did.
  private mutating func parts(
    _ start: Unicode.Scalar, _ end: Unicode.Scalar,
    _ part: (inout JSONReader) throws(FeedError) -> Void
  ) throws(FeedError) -> Bool {
    guard try peek() == UInt8(ascii: start) else {
      try skip()
      return false
    }
    position += 1
    guard depth < depthLimit else { throw tooDeep }
    depth += 1
    var isFirst = true
    while true {
      try watch.check()
      if try peek() == UInt8(ascii: end) { break }
      if !isFirst { try expect(",") }
      isFirst = false
      try part(&self)
    }
    position += 1
    depth -= 1
    return true
  }

  /// Skips a string; returns the range between its quotes.
  private mutating func quoted() throws(FeedError) -> (Range<Int>, hasEscapes: Bool) {
    position += 1
    let start = position
    var hasEscapes = false
    while position < bytes.count {
      switch bytes[position] {
      case UInt8(ascii: "\""):
        position += 1
        return (start..<(position - 1), hasEscapes)
      case UInt8(ascii: "\\"):
        hasEscapes = true
        position += 2
      case ..<0x20: throw broken
      default: position += 1
      }
    }
    position = bytes.count
    throw broken
  }

  /// Skips a number, `true`, `false` or `null`.
  private mutating func word() throws(FeedError) {
    let start = position
    while position < bytes.count,
      Self.isNumber(bytes[position]) || 0x61...0x7A ~= bytes[position]
    {
      position += 1
    }
    let word = bytes[start..<position]
    let isKnown =
      Self.isNumber(word)
      || ["true", "false", "null"].contains { word.elementsEqual($0.utf8) }
    guard isKnown else {
      position = start
      throw broken
    }
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09
  }

  /// Whether all of this is one number; more ways to write one are accepted than in RFC 8259.
  private static func isNumber(_ text: ArraySlice<UInt8>) -> Bool {
    Double(String(decoding: text, as: UTF8.self)) != nil
  }

  private static func isNumber(_ byte: UInt8) -> Bool {
    NaturalOrder.isDigit(byte) || "-+.eE".utf8.contains(byte)
  }
}
