/// The positions of the keys and values of a TOML document (TOML 1.0).
///
/// The TOML library reports positions for errors only, so they are found here; invalid parts are
/// read somehow, as the library does up to there. This also keeps documents from the library that
/// are nested so deeply that it would overflow the stack.
package struct TOMLPlaces: Sendable {
  package struct Place: Hashable, Sendable {
    /// The names that lead to the value, from the outermost.
    package var path: [String]
    package var key: TextPosition
    package var value: TextPosition
    /// The positions of the elements, if the value is a list.
    package var elements: [TextPosition] = []
  }

  /// Tables, keys and values, in document order.
  package private(set) var places: [Place] = []
  /// Where the document is nested too deeply; nothing after it is read.
  package private(set) var tooDeep: TextPosition?

  /// The index of the first place with each path.
  private var indices: [[String]: Int] = [:]
  private var scanner: TOMLScanner

  /// The deepest nesting of tables and lists.
  private static let maxDepth = 8

  package init(_ document: String) {
    scanner = TOMLScanner(document)
    var table: [String] = []
    scanner.skipBlank()
    while tooDeep == nil, let next = scanner.next {
      if next == "[" {
        table = readHeader()
      } else {
        readPair(in: table, depth: 0)
      }
      scanner.skipLine()
      scanner.skipBlank()
    }
  }

  /// The first place at or below a path.
  package func place(of path: [String]) -> Place? {
    indices[path].map { places[$0] }
  }

  /// Adds a place, and those of the enclosing tables.
  private mutating func note(_ place: Place) {
    for count in stride(from: place.path.count, to: 0, by: -1) {
      let path = Array(place.path.prefix(count))
      guard indices[path] == nil else { break }
      indices[path] = places.count
    }
    places.append(place)
  }

  /// Reads a key, unless it has more parts than any option.
  private mutating func readKey(in table: [String]) -> [String] {
    let position = scanner.position
    let path = table + scanner.readKey(maxParts: Self.maxDepth + 1)
    if path.count > Self.maxDepth { tooDeep = tooDeep ?? position }
    return Array(path.prefix(Self.maxDepth))
  }

  private mutating func readHeader() -> [String] {
    let position = scanner.position
    scanner.take("[")
    scanner.take("[")
    let path = readKey(in: [])
    note(Place(path: path, key: position, value: position))
    return path
  }

  private mutating func readPair(in table: [String], depth: Int) {
    let key = scanner.position
    let path = readKey(in: table)
    scanner.skipSpaces()
    scanner.take("=")
    scanner.skipSpaces()
    let index = places.count
    note(Place(path: path, key: key, value: scanner.position))
    readValue(at: path, place: index, depth: depth)
  }

  private mutating func readValue(at path: [String], place: Int?, depth: Int) {
    guard depth < Self.maxDepth else {
      tooDeep = tooDeep ?? scanner.position
      return
    }
    switch scanner.next {
    case "\"", "'": _ = scanner.readString()
    case "[": readList(at: path, place: place, depth: depth)
    case "{": readTable(at: path, depth: depth)
    default: scanner.skipWord()
    }
  }

  private mutating func readList(at path: [String], place: Int?, depth: Int) {
    readItems("[", "]") { places in
      if let place { places.places[place].elements.append(places.scanner.position) }
      places.readValue(at: path, place: nil, depth: depth + 1)
    }
  }

  private mutating func readTable(at path: [String], depth: Int) {
    readItems("{", "}") { $0.readPair(in: path, depth: depth + 1) }
  }

  /// Reads comma-separated items in brackets.
  private mutating func readItems(
    _ start: Unicode.Scalar, _ end: Unicode.Scalar, _ readItem: (inout TOMLPlaces) -> Void
  ) {
    scanner.take(start)
    while true {
      scanner.skipBlank()
      guard tooDeep == nil, let next = scanner.next, next != end else { break }
      let before = scanner.index
      readItem(&self)
      scanner.skipBlank()
      scanner.take(",")
      // Skip anything unreadable, to avoid an endless loop.
      if scanner.index == before { scanner.advance() }
    }
    scanner.take(end)
  }
}
