/// An XMP document: its bytes, and where elements and attributes stand in them (XMP Specification,
/// part 1, 7; Namespaces in XML 1.0).
struct XMPDocument {
  /// The name of an element or attribute.
  struct Name: Hashable {
    var space: String
    var local: String
  }

  struct Attribute {
    var name: Name
    /// Name, equals sign and value.
    var range: Range<Int>
    /// Between the quotes.
    var value: Range<Int>
  }

  struct Element {
    var name: Name
    /// Its name as written.
    var tag: ArraySlice<UInt8>
    var attributes: [Attribute] = []
    var range: Range<Int>
    /// Between its tags; `nil` for a tag that closes itself.
    var content: Range<Int>?
    var children: [Element] = []
    /// Whether its content is text, without elements, comments, sections and instructions.
    var isText = true
  }

  let bytes: [UInt8]
  /// The element `rdf:RDF`.
  let root: Element
  /// Whether that is in no other element.
  let isBare: Bool
  /// Those that describe the clip.
  var descriptions: [Element] { root.children }

  static let rdf = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
  private static let description = Name(space: rdf, local: "Description")
  private static let about = [Name(space: rdf, local: "about"), Name(space: "", local: "about")]

  /// Reads a document in UTF-8.
  ///
  /// - Returns: `nil` if it is not well-formed, declares a document type, has other elements beside
  ///   `rdf:RDF`, or describes more than one thing.
  init?(_ bytes: [UInt8]) {
    var parser = XMPParser(bytes)
    guard String(validating: bytes, as: UTF8.self) != nil, let outer = parser.document() else {
      return nil
    }
    let isRoot = { (element: Element) in element.name == Name(space: Self.rdf, local: "RDF") }
    isBare = isRoot(outer)
    guard let root = isBare ? outer : outer.children.first, isRoot(root),
      isBare || outer.children.count == 1,
      root.children.allSatisfy({ $0.name == Self.description }),
      Set(root.children.map { element in Self.about(element).map { bytes[$0.value] } ?? [] }).count
        <= 1
    else { return nil }
    self.bytes = bytes
    self.root = root
  }

  /// Names what an element describes.
  static func about(_ element: Element) -> Attribute? {
    element.attributes.first { about.contains($0.name) }
  }
}
