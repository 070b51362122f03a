/// Splits XML and HTML into tags and text, whatever the input (docs/decisions/feed-lists.md).
///
/// Supports only as much of either language as feeds need: document types are skipped entirely, so
/// a document has no entities of its own, and no external reference is ever followed.
struct MarkupScanner {
  /// A part of the document.
  enum Token: Hashable {
    case start(Tag)
    case end(String)
    /// Text with its references resolved.
    case text(String)
  }

  struct Tag: Hashable {
    var name: String
    /// In order, with references in their values resolved.
    var attributes: [Attribute] = []
    /// Whether the tag is self-closing.
    var isEmpty = false

    struct Attribute: Hashable {
      var name: String
      var value: String
    }

    subscript(_ name: String) -> String? { attributes.first { $0.name == name }?.value }
  }

  private let bytes: ArraySlice<UInt8>
  private let isHTML: Bool
  /// Where the next token begins.
  private(set) var position: Int
  /// Whether the document ends within a tag, a comment or a section.
  private(set) var isCut = false

  /// The most attributes of a tag that are kept.
  private static let maxAttributes = 64
  /// The most bytes of a name that are kept.
  private static let longestName = 256
  /// HTML elements whose content is not markup, and is not read.
  private static let rawElements: Set = [
    "script", "style", "template", "noscript", "svg", "iframe", "textarea", "object",
  ]

  /// Creates a scanner.
  ///
  /// - Parameters:
  ///   - bytes: The document, in UTF-8.
  ///   - isHTML: Whether names are case-insensitive, and scripts are left out.
  init(_ bytes: ArraySlice<UInt8>, isHTML: Bool) {
    self.bytes = bytes
    self.isHTML = isHTML
    position = bytes.startIndex
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position += 3 }
  }

  func slice(_ range: Range<Int>) -> ArraySlice<UInt8> { bytes[range] }

  /// The next token; `nil` at the end.
  mutating func next() -> Token? {
    while position < bytes.endIndex {
      guard bytes[position] == UInt8(ascii: "<") else { return text() }
      let following = position + 1 < bytes.endIndex ? bytes[position + 1] : 0
      switch following {
      case UInt8(ascii: "!"):
        if let section = declaration() { return .text(section) }
      case UInt8(ascii: "?"): skip(to: isHTML ? ">" : "?>")
      case UInt8(ascii: "/"): return endTag()
      default:
        guard Self.startsName(following) else { return text() }
        return startTag()
      }
    }
    return nil
  }

  // MARK: Text

  private mutating func text() -> Token {
    let start = position
    // What does not begin a tag is text.
    position += 1
    skip { $0 != UInt8(ascii: "<") }
    return .text(CharacterReference.resolved(bytes[start..<position]))
  }

  /// - Returns: The text of a CDATA section; `nil` for a comment or a document type.
  private mutating func declaration() -> String? {
    let rest = bytes[position...]
    if rest.starts(with: "<!--".utf8) {
      position += 4
      skip(to: "-->")
      return nil
    }
    if rest.starts(with: "<![CDATA[".utf8) {
      let start = position + 9
      position = start
      skip(to: "]]>")
      let end = isCut ? position : position - 3
      return String(decoding: bytes[start..<end], as: UTF8.self)
    }
    if isHTML { skip(to: ">") } else { skipDocumentType() }
    return nil
  }

  private mutating func skip(to end: String) {
    let end = Array(end.utf8)
    while position < bytes.endIndex {
      if bytes[position] == end[0], bytes[position...].starts(with: end) {
        position += end.count
        return
      }
      position += 1
    }
    isCut = true
  }

  /// Skips a document type with the declarations in its brackets.
  private mutating func skipDocumentType() {
    var depth = 0
    var quote: UInt8?
    while position < bytes.endIndex {
      let byte = bytes[position]
      position += 1
      if let open = quote {
        if byte == open { quote = nil }
        continue
      }
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "'"): quote = byte
      case UInt8(ascii: "["), UInt8(ascii: "<"): depth += 1
      case UInt8(ascii: "]"): depth -= 1
      case UInt8(ascii: ">"):
        depth -= 1
        if depth <= 0 { return }
      default: continue
      }
    }
    isCut = true
  }

  // MARK: Tags

  private mutating func endTag() -> Token {
    position += 2
    let name = name()
    skip { $0 != UInt8(ascii: ">") }
    if position == bytes.endIndex { isCut = true } else { position += 1 }
    return .end(name)
  }

  private mutating func startTag() -> Token {
    position += 1
    var tag = Tag(name: name())
    while true {
      skipSpace()
      guard position < bytes.endIndex else {
        isCut = true
        break
      }
      let byte = bytes[position]
      if byte == UInt8(ascii: ">") {
        position += 1
        break
      }
      if byte == UInt8(ascii: "/") {
        position += 1
        tag.isEmpty = position < bytes.endIndex && bytes[position] == UInt8(ascii: ">")
        continue
      }
      guard let attribute = attribute() else {
        position = min(position + 1, bytes.endIndex)
        continue
      }
      if tag.attributes.count < Self.maxAttributes { tag.attributes.append(attribute) }
    }
    if isHTML, !tag.isEmpty, Self.rawElements.contains(tag.name) {
      skipRaw(tag.name)
      tag.isEmpty = true
    }
    return .start(tag)
  }

  private mutating func attribute() -> Tag.Attribute? {
    let name = name()
    guard !name.isEmpty else { return nil }
    skipSpace()
    guard position < bytes.endIndex, bytes[position] == UInt8(ascii: "=") else {
      return Tag.Attribute(name: name, value: "")
    }
    position += 1
    skipSpace()
    guard position < bytes.endIndex else { return nil }
    let quote = bytes[position]
    let isQuoted = quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'")
    if isQuoted { position += 1 }
    let start = position
    if isQuoted {
      skip { $0 != quote }
    } else {
      skip { !Self.isSpace($0) && $0 != UInt8(ascii: ">") }
    }
    defer { if isQuoted { position = min(position + 1, bytes.endIndex) } }
    return Tag.Attribute(name: name, value: CharacterReference.resolved(bytes[start..<position]))
  }

  private mutating func name() -> String {
    let start = position
    skip { !Self.isSpace($0) && !"/>=<\"'".utf8.contains($0) }
    let name = String(decoding: bytes[start..<position].prefix(Self.longestName), as: UTF8.self)
    return isHTML ? name.lowercased() : name
  }

  private mutating func skipSpace() { skip(while: Self.isSpace) }

  private mutating func skip(while isSkipped: (UInt8) -> Bool) {
    while position < bytes.endIndex, isSkipped(bytes[position]) { position += 1 }
  }

  /// Skips the content of an element that is not markup, and its end tag.
  private mutating func skipRaw(_ name: String) {
    let name = Array(name.utf8)
    while position < bytes.endIndex {
      let end = position + 2 + name.count
      if bytes[position] == UInt8(ascii: "<"), end <= bytes.endIndex,
        bytes[position + 1] == UInt8(ascii: "/"),
        bytes[(position + 2)..<end].elementsEqual(name, by: { $0 | 0x20 == $1 })
      {
        _ = endTag()
        return
      }
      position += 1
    }
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || (0x09...0x0D).contains(byte)
  }

  private static func startsName(_ byte: UInt8) -> Bool {
    byte >= 0x80 || byte == UInt8(ascii: "_") || byte == UInt8(ascii: ":")
      || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
  }
}
