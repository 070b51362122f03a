/// Reads XML strictly, and no more of it than XMP needs.
struct XMPParser {
  private let bytes: [UInt8]
  private var position = 0

  private var room = Self.maxParts
  private static let depthLimit = 64
  /// The most elements and attributes: exempi's time grows with the square of their number. 10 000 take it 0.7 s.
  private static let maxParts = 10_000
  private static let maxPrefixes = 256
  private static let xml = "http://www.w3.org/XML/1998/namespace"

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    if has("\u{FEFF}") { position = 3 }
  }

  private func has(_ text: String) -> Bool { bytes[position...].starts(with: text.utf8) }

  /// The only element that is not in another one.
  mutating func document() -> XMPDocument.Element? {
    guard skipMisc(), let element = element(in: ["xml": Self.xml], depth: 0), skipMisc(),
      position == bytes.count
    else { return nil }
    return element
  }

  /// Skips white space, comments and instructions.
  ///
  /// - Returns: Whether they end.
  private mutating func skipMisc() -> Bool {
    while true {
      skipSpace()
      if has("<?") {
        guard skip(past: "?>") else { return false }
      } else if has("<!--") {
        guard skip(past: "-->") else { return false }
      } else {
        return true
      }
    }
  }

  private mutating func element(
    in outer: [String: String], depth: Int
  ) -> XMPDocument.Element? {
    let start = position
    room -= 1
    guard room > 0, depth < Self.depthLimit, take("<"), let tag = name() else { return nil }
    var written: [(name: ArraySlice<UInt8>, range: Range<Int>, value: Range<Int>)] = []
    var prefixes = outer
    var isOpen = true
    while true {
      let hasSpace = skipSpace()
      if take("/>") {
        isOpen = false
        break
      }
      if take(">") { break }
      room -= 1
      guard hasSpace, room > 0, let attribute = attribute() else { return nil }
      written.append(attribute)
      let name = String(decoding: attribute.name, as: UTF8.self)
      let value = String(decoding: bytes[attribute.value], as: UTF8.self)
      if name == "xmlns" { prefixes[""] = value }
      if name.hasPrefix("xmlns:") { prefixes[String(name.dropFirst(6))] = value }
      guard prefixes.count <= Self.maxPrefixes else { return nil }
    }
    guard let name = resolved(tag, prefixes, default: prefixes[""] ?? "") else { return nil }
    var element = XMPDocument.Element(name: name, tag: tag, range: start..<position)
    for attribute in written where !attribute.name.starts(with: "xmlns".utf8) {
      guard let name = resolved(attribute.name, prefixes, default: "") else { return nil }
      element.attributes.append(
        XMPDocument.Attribute(name: name, range: attribute.range, value: attribute.value))
    }
    guard isOpen else { return element }
    return content(of: element, prefixes, depth: depth)
  }

  /// Reads on to the end tag.
  private mutating func content(
    of head: XMPDocument.Element, _ prefixes: [String: String], depth: Int
  ) -> XMPDocument.Element? {
    var element = head
    let start = position
    while true {
      while position < bytes.count, bytes[position] != UInt8(ascii: "<") { position += 1 }
      let end = position
      if take("</") {
        guard let name = name(), name == element.tag else { return nil }
        skipSpace()
        guard take(">") else { return nil }
        element.content = start..<end
        element.range = element.range.lowerBound..<position
        return element
      }
      element.isText = false
      if has("<!--") {
        guard skip(past: "-->") else { return nil }
      } else if has("<![CDATA[") {
        guard skip(past: "]]>") else { return nil }
      } else if has("<?") {
        guard skip(past: "?>") else { return nil }
      } else {
        guard let child = self.element(in: prefixes, depth: depth + 1) else { return nil }
        element.children.append(child)
      }
    }
  }

  private mutating func attribute() -> (
    name: ArraySlice<UInt8>, range: Range<Int>, value: Range<Int>
  )? {
    let start = position
    guard let name = name() else { return nil }
    skipSpace()
    guard take("=") else { return nil }
    skipSpace()
    let quote = has("\"") ? "\"" : "'"
    guard take(quote) else { return nil }
    let first = position
    guard skip(past: quote) else { return nil }
    let value = first..<(position - 1)
    guard !bytes[value].contains(UInt8(ascii: "<")) else { return nil }
    return (name, start..<position, value)
  }

  private func resolved(
    _ name: ArraySlice<UInt8>, _ prefixes: [String: String], default space: String
  ) -> XMPDocument.Name? {
    let parts = name.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
      .map { String(decoding: $0, as: UTF8.self) }
    switch parts.count {
    case 1: return XMPDocument.Name(space: space, local: parts[0])
    case 2: return prefixes[parts[0]].map { XMPDocument.Name(space: $0, local: parts[1]) }
    default: return nil
    }
  }

  private mutating func name() -> ArraySlice<UInt8>? {
    let start = position
    while position < bytes.count, !Self.isSpace(bytes[position]),
      !"<>/='\"&".utf8.contains(bytes[position])
    { position += 1 }
    return start == position ? nil : bytes[start..<position]
  }

  private mutating func take(_ text: String) -> Bool {
    guard has(text) else { return false }
    position += text.utf8.count
    return true
  }

  private mutating func skip(past text: String) -> Bool {
    while position < bytes.count {
      if take(text) { return true }
      position += 1
    }
    return false
  }

  @discardableResult
  private mutating func skipSpace() -> Bool {
    let start = position
    while position < bytes.count, Self.isSpace(bytes[position]) { position += 1 }
    return position > start
  }

  static func isSpace(_ byte: UInt8) -> Bool { [0x20, 0x09, 0x0A, 0x0D].contains(byte) }
}
