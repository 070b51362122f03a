import Models

/// Changes of an XMP document. What they do not name stays, to the byte.
struct XMPEdit {
  /// A property that Flick writes.
  struct Property: Hashable {
    let name: XMPDocument.Name
    /// The prefix that is usual for it.
    let prefix: String

    init(_ prefix: String, _ local: String, in space: String) {
      self.prefix = prefix
      name = XMPDocument.Name(space: space, local: local)
    }

    /// Its name with the usual prefix.
    var path: String { "\(prefix):\(name.local)" }

    static let rating = Property("xmp", "Rating", in: "http://ns.adobe.com/xap/1.0/")
    /// "A checkbox for tracking whether a shot is a keeper."
    static let good = Property("xmpDM", "good", in: "http://ns.adobe.com/xmp/1.0/DynamicMedia/")
    static let subject = Property("dc", "subject", in: "http://purl.org/dc/elements/1.1/")
    static let tags = Property("digiKam", "TagsList", in: "http://www.digikam.org/ns/1.0/")
    static let all = [rating, good, subject, tags]
  }

  private let document: XMPDocument
  private var changes: [(range: Range<Int>, bytes: [UInt8])] = []
  /// Properties that are not there yet.
  private var new: [(property: Property, content: String)] = []
  /// Whether all that was asked for can be done without a loss.
  private(set) var isPossible = true

  init(of document: XMPDocument) {
    self.document = document
  }

  /// Where a property stands.
  private enum Place {
    case nowhere
    case attribute(XMPDocument.Attribute)
    case element(XMPDocument.Element)
  }

  /// - Returns: `nil` if it is there more than once.
  private func place(of property: Property) -> Place? {
    let descriptions = document.descriptions
    let places =
      descriptions.flatMap(\.attributes).filter { $0.name == property.name }.map(Place.attribute)
      + descriptions.flatMap(\.children).filter { $0.name == property.name }.map(Place.element)
    return places.count > 1 ? nil : places.first ?? .nowhere
  }

  private mutating func refuse() { isPossible = false }

  /// Sets a property to a value, or removes it.
  mutating func set(_ property: Property, to value: String?) {
    switch place(of: property) {
    case .nowhere: if let value { new.append((property, value)) }
    case .attribute(let attribute):
      guard let value else { return change(attribute.range, to: "") }
      change(attribute.value, to: value)
    case .element(let element):
      // A value that is qualified, or has something beside it, is more than a value.
      let isQualified = element.attributes.contains { $0.name.space == XMPDocument.rdf }
      guard element.isText, !isQualified else { return refuse() }
      guard let value else { return change(element.range, to: "") }
      fill(element, with: value)
    case nil: refuse()
    }
  }

  /// Adds items to a list.
  ///
  /// - Parameter form: What kind of list, if there is none yet.
  mutating func add(_ items: [String], to property: Property, as form: String) {
    guard !items.isEmpty else { return }
    switch place(of: property) {
    case .nowhere: new.append((property, list(items, as: form)))
    case .element(let element) where element.children.count == 1:
      let list = element.children[0]
      let prefix = String(decoding: list.tag, as: UTF8.self).split(separator: ":").first ?? "rdf"
      let isList = ["Bag", "Seq", "Alt"].contains(list.name.local)
      guard list.name.space == XMPDocument.rdf, isList else { return refuse() }
      let texts = items.map { "<\(prefix):li>\(Self.escaped($0))</\(prefix):li>" }
      append(texts, to: list, indent: "")
    case .attribute, .element, nil: refuse()
    }
  }

  private func list(_ items: [String], as form: String) -> String {
    let texts = items.map { "<rdf:li>\(Self.escaped($0))</rdf:li>" }.joined()
    return "<rdf:\(form)>\(texts)</rdf:\(form)>"
  }

  private mutating func fill(_ element: XMPDocument.Element, with text: String) {
    guard let content = element.content else {
      let tag = String(decoding: element.tag, as: UTF8.self)
      let end = element.range.upperBound
      return change((end - 2)..<end, to: ">\(text)</\(tag)>")
    }
    change(content, to: text)
  }

  /// Adds elements after those that an element has, each on a line of its own if those are.
  private mutating func append(
    _ texts: [String], to element: XMPDocument.Element, indent: String
  ) {
    guard let content = element.content, let last = element.children.last else {
      let added = texts.map { indent + $0 }.joined()
      guard let content = element.content else { return fill(element, with: added) }
      return change(content.lowerBound..<content.lowerBound, to: added)
    }
    let space = document.bytes[content.lowerBound..<last.range.lowerBound]
      .suffix(while: { [0x20, 0x09, 0x0A, 0x0D].contains($0) })
    let end = last.range.upperBound
    change(
      end..<end, to: texts.map { String(decoding: space, as: UTF8.self) + $0 }.joined())
  }

  private mutating func change(_ range: Range<Int>, to text: String) {
    changes.append((range, Array(text.utf8)))
  }

  var bytes: [UInt8] {
    var edit = self
    if !new.isEmpty { edit.append([description], to: document.root, indent: "\n ") }
    var bytes = document.bytes
    for (range, text) in edit.changes.sorted(by: { $0.range.lowerBound > $1.range.lowerBound }) {
      bytes.replaceSubrange(range, with: text)
    }
    return bytes
  }

  /// What describes the clip by the new properties.
  private var description: String {
    let about = document.descriptions.first.flatMap(XMPDocument.about)
      .map { String(decoding: document.bytes[$0.value], as: UTF8.self) }
    let quote = about?.contains("\"") == true ? "'" : "\""
    let spaces = new.map { "\n    xmlns:\($0.property.prefix)=\"\($0.property.name.space)\"" }
    let properties = new.map { "\n  <\($0.property.path)>\($0.content)</\($0.property.path)>" }
    return "<rdf:Description rdf:about=\(quote)\(about ?? "")\(quote)"
      + "\n    xmlns:rdf=\"\(XMPDocument.rdf)\"" + spaces.joined() + ">" + properties.joined()
      + "\n </rdf:Description>"
  }

  private static func escaped(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
  }
}

extension ArraySlice<UInt8> {
  /// The longest end of which all bytes meet a condition.
  fileprivate func suffix(while condition: (UInt8) -> Bool) -> ArraySlice<UInt8> {
    var start = endIndex
    while start > startIndex, condition(self[start - 1]) { start -= 1 }
    return self[start...]
  }
}
