import Models

/// Reads JSON (RFC 8259) from the outside in, so that nothing is built but what somebody wants.
///
/// A value of another type than the one wanted is passed over and counts as missing.
struct JSONReader {
  typealias Failure = FeedDocument.Failure

  private let bytes: [UInt8]
  private let depthLimit: Int
  private var position = 0
  private var depth = 0
  private var watch: ReadingWatch

  /// Creates a reader at the beginning of a document.
  ///
  /// - Parameters:
  ///   - bytes: The document, in UTF-8.
  ///   - depthLimit: Values within each other, at most.
  ///   - watch: Ends it early.
  init(_ bytes: [UInt8], depthLimit: Int, watch: ReadingWatch = .unlimited) {
    self.bytes = bytes
    self.depthLimit = depthLimit
    self.watch = watch
  }

  /// Whether nothing but white space is left.
  var isAtEnd: Bool { bytes[position...].allSatisfy(Self.isSpace) }

  /// Reads an object.
  ///
  /// - Parameter member: Reads the value of a name.
  /// - Returns: Whether it was one.
  mutating func object(
    _ member: (inout JSONReader, String) throws(Failure) -> Void
  ) throws(Failure) -> Bool {
    guard try enter("{") else { return false }
    var isFirst = true
    while try goesOn("}", isFirst) {
      isFirst = false
      guard let name = try string() else { throw broken }
      try expect(":")
      try member(&self, name)
    }
    return true
  }

  /// Reads a list.
  ///
  /// - Parameter element: Reads an element.
  /// - Returns: Whether it was one.
  mutating func list(
    _ element: (inout JSONReader) throws(Failure) -> Void
  ) throws(Failure) -> Bool {
    guard try enter("[") else { return false }
    var isFirst = true
    while try goesOn("]", isFirst) {
      isFirst = false
      try element(&self)
    }
    return true
  }

  /// Reads a text.
  mutating func string() throws(Failure) -> String? {
    guard try peek() == UInt8(ascii: "\"") else {
      try skip()
      return nil
    }
    let (range, hasEscapes) = try quoted()
    guard hasEscapes else { return String(decoding: bytes[range], as: UTF8.self) }
    return Self.unescaped(bytes[range])
  }

  /// Reads a number as it stands there.
  mutating func number() throws(Failure) -> String? {
    guard let first = try peek(), Self.beginsNumber(first) else {
      try skip()
      return nil
    }
    let start = position
    while position < bytes.count, Self.isNumber(bytes[position]) { position += 1 }
    let text = bytes[start..<position]
    guard Self.isNumber(text) else { throw broken }
    return String(decoding: text, as: UTF8.self)
  }

  /// Whether a text comes next.
  mutating func isAtString() throws(Failure) -> Bool { try peek() == UInt8(ascii: "\"") }

  /// Whether a list comes next.
  mutating func isAtList() throws(Failure) -> Bool { try peek() == UInt8(ascii: "[") }

  /// Passes over a value.
  mutating func skip() throws(Failure) {
    // Without recursion: a document may be one value within the other.
    var open: [UInt8] = []
    repeat {
      try watch.check()
      guard let byte = try peek() else { throw broken }
      switch byte {
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        position += 1
        guard depth + open.count < depthLimit else { throw tooDeep }
        open.append(byte + 2)
        if try peek() != byte + 2 {
          if byte == UInt8(ascii: "{") { try name() }
          continue
        }
      case UInt8(ascii: "\""): _ = try quoted()
      default: try word()
      }
      // Behind a value: what follows it, or the ends of what it is in.
      while let end = open.last {
        let next = try peek()
        if next == end {
          position += 1
          open.removeLast()
        } else if next == UInt8(ascii: ",") {
          position += 1
          if end == UInt8(ascii: "}") { try name() }
          break
        } else {
          throw broken
        }
      }
    } while !open.isEmpty
  }

  // MARK: Parts

  private var broken: Failure {
    Failure(
      .damaged,
      position < bytes.count
        ? .localized("it is no JSON: byte %s makes no sense", position + 1)
        : .localized("it is cut off"))
  }

  private var tooDeep: Failure {
    Failure(.tooLarge, .localized("it has more than %s values within each other", depthLimit))
  }

  private mutating func peek() throws(Failure) -> UInt8? {
    while position < bytes.count, Self.isSpace(bytes[position]) { position += 1 }
    return position < bytes.count ? bytes[position] : nil
  }

  private mutating func expect(_ sign: Unicode.Scalar) throws(Failure) {
    guard try peek() == UInt8(ascii: sign) else { throw broken }
    position += 1
  }

  private mutating func enter(_ sign: Unicode.Scalar) throws(Failure) -> Bool {
    guard try peek() == UInt8(ascii: sign) else {
      try skip()
      return false
    }
    position += 1
    guard depth < depthLimit else { throw tooDeep }
    depth += 1
    return true
  }

  private mutating func goesOn(_ end: Unicode.Scalar, _ isFirst: Bool) throws(Failure) -> Bool {
    try watch.check()
    let next = try peek()
    if next == UInt8(ascii: end) {
      position += 1
      depth -= 1
      return false
    }
    guard !isFirst else { return true }
    try expect(",")
    return true
  }

  /// Passes over the name of a member and the colon.
  private mutating func name() throws(Failure) {
    guard try peek() == UInt8(ascii: "\"") else { throw broken }
    _ = try quoted()
    try expect(":")
  }

  /// Passes over a text; returns where what stands between its quotes is.
  private mutating func quoted() throws(Failure) -> (Range<Int>, hasEscapes: Bool) {
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

  /// Passes over a number, `true`, `false` or `null`.
  private mutating func word() throws(Failure) {
    let start = position
    while position < bytes.count, Self.isNumber(bytes[position]) || Self.isLetter(bytes[position]) {
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

  private static func beginsNumber(_ byte: UInt8) -> Bool {
    0x30...0x39 ~= byte || byte == UInt8(ascii: "-")
  }

  /// Whether all of this is one number (RFC 8259, 6); zeros in front of it do no harm.
  private static func isNumber(_ text: ArraySlice<UInt8>) -> Bool {
    var rest = text
    func digits() -> Bool {
      let found = rest.prefix { 0x30...0x39 ~= $0 }
      rest = rest[found.endIndex...]
      return !found.isEmpty
    }
    if rest.first == UInt8(ascii: "-") { rest.removeFirst() }
    guard digits() else { return false }
    if rest.first == UInt8(ascii: ".") {
      rest.removeFirst()
      guard digits() else { return false }
    }
    guard let mark = rest.first else { return true }
    guard mark | 0x20 == UInt8(ascii: "e") else { return false }
    rest.removeFirst()
    if let sign = rest.first, sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") {
      rest.removeFirst()
    }
    return digits() && rest.isEmpty
  }

  private static func isNumber(_ byte: UInt8) -> Bool {
    0x30...0x39 ~= byte || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "+")
      || byte == UInt8(ascii: ".") || byte | 0x20 == UInt8(ascii: "e")
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte
  }

  private static func unescaped(_ text: ArraySlice<UInt8>) -> String {
    var output: [UInt8] = []
    output.reserveCapacity(text.count)
    var rest = text
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "\\"), let sign = rest.popFirst() else {
        output.append(byte)
        continue
      }
      switch sign {
      case UInt8(ascii: "n"): output.append(0x0A)
      case UInt8(ascii: "t"): output.append(0x09)
      case UInt8(ascii: "r"): output.append(0x0D)
      case UInt8(ascii: "b"): output.append(0x08)
      case UInt8(ascii: "f"): output.append(0x0C)
      case UInt8(ascii: "u"): output += String(scalar(&rest)).utf8
      default: output.append(sign)
      }
    }
    return String(decoding: output, as: UTF8.self)
  }

  /// Reads the digits behind `\u`, and those of the second half of a pair.
  private static func scalar(_ rest: inout ArraySlice<UInt8>) -> Character {
    let replacement: Character = "\u{FFFD}"
    guard let first = unit(&rest) else { return replacement }
    guard 0xD800..<0xDC00 ~= first else {
      return Unicode.Scalar(first).map(Character.init) ?? replacement
    }
    var behind = rest
    guard behind.popFirst() == UInt8(ascii: "\\"), behind.popFirst() == UInt8(ascii: "u"),
      let second = unit(&behind), 0xDC00..<0xE000 ~= second
    else { return replacement }
    rest = behind
    return Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
      .map(Character.init) ?? replacement
  }

  private static func unit(_ rest: inout ArraySlice<UInt8>) -> UInt32? {
    let digits = rest.prefix(4)
    guard digits.count == 4,
      let unit = UInt32(String(decoding: digits, as: UTF8.self), radix: 16)
    else { return nil }
    rest = rest.dropFirst(4)
    return unit
  }
}
