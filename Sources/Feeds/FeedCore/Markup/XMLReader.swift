import Models

struct XMLElement: Hashable {
  /// Its name, with one of the known prefixes of `XMLReader`, whatever prefix the document uses.
  var name: String
  /// By name, as written in the document.
  var attributes: MarkupScanner.Tag
  var children: [XMLElement] = []
  /// Its content as written in the document.
  var content: ArraySlice<UInt8> = []

  /// All its text, including that of its children. It is read again each time: stored with each
  /// element, the innermost text would be kept once for every enclosing element.
  var text: String {
    var scanner = MarkupScanner(content, isHTML: false)
    var text = ""
    while let token = scanner.next() {
      if case .text(let part) = token { text += part }
    }
    return text
  }

  /// The value of an attribute; `nil` if it is empty.
  subscript(_ attribute: String) -> String? {
    attributes[attribute].flatMap { $0.isEmpty ? nil : $0 }
  }

  /// The first child with a name.
  func child(_ name: String) -> XMLElement? { children.first { $0.name == name } }

  func children(_ name: String) -> [XMLElement] { children.filter { $0.name == name } }

  /// The text of the first child with one of these names that has any.
  func text(of names: String...) -> String? {
    for name in names {
      for child in children where child.name == name {
        let text = child.text.trimmingWhitespace
        if !text.isEmpty { return text }
      }
    }
    return nil
  }
}

/// Reads the elements of a feed one after another, so that only one entry is in memory at a time.
struct XMLReader {
  enum Event {
    /// The start of an element; `element` reads the rest of it, `enter` enters it.
    case start(XMLElement, isEmpty: Bool)
    case end
    case finished
  }

  private struct Open {
    var tag: String
    var prefixes: [String: String]
  }

  private var scanner: MarkupScanner
  /// Where the last token began.
  private var start = 0
  private var open: [Open] = []
  private let depthLimit: Int
  private var watch: ReadingWatch

  /// The most elements of one entry that are kept: two for each page it may make.
  private static let maxElements = 20_000

  /// The prefixes used here for elements; those of RSS and without a namespace have none.
  private static let spaces = [
    "http://www.w3.org/2005/Atom": "atom", "http://purl.org/atom/ns#": "atom",
    "http://search.yahoo.com/mrss/": "media", "http://search.yahoo.com/mrss": "media",
    "http://purl.org/rss/1.0/modules/content/": "content",
    "http://www.itunes.com/dtds/podcast-1.0.dtd": "itunes",
    "http://www.itunes.com/DTDs/Podcast-1.0.dtd": "itunes",
    "http://purl.org/dc/elements/1.1/": "dc", "http://purl.org/dc/terms/": "dc",
    "http://www.w3.org/1999/02/22-rdf-syntax-ns#": "rdf", "http://purl.org/rss/1.0/": "",
    "http://backend.userland.com/rss2": "", "http://www.w3.org/1999/xhtml": "html",
  ]

  private var tooDeep: FeedError {
    FeedError(.tooLarge, .localized("it is nested more than %s levels deep", depthLimit))
  }

  private var cut: FeedError {
    FeedError(
      .damaged,
      open.last.map { .localized("it is truncated: “%s” is not closed", $0.tag) }
        ?? .localized("it is truncated"))
  }

  /// Creates a reader.
  ///
  /// - Parameters:
  ///   - bytes: The document, in UTF-8.
  ///   - depthLimit: The deepest nesting of elements.
  ///   - watch: Can stop it early.
  init(_ bytes: [UInt8], depthLimit: Int, watch: ReadingWatch = .unlimited) {
    scanner = MarkupScanner(bytes[...], isHTML: false)
    self.depthLimit = depthLimit
    self.watch = watch
  }

  /// The next start or end of an element at this level; text between them is skipped.
  mutating func next() throws(FeedError) -> Event {
    while true {
      start = scanner.position
      guard let token = scanner.next() else { break }
      try watch.check()
      switch token {
      case .text: continue
      case .start(let tag):
        let element = try begin(tag)
        return .start(element, isEmpty: tag.isEmpty)
      case .end(let name):
        if close(name) { return .end }
      }
    }
    guard open.isEmpty, !scanner.isCut else { throw cut }
    return .finished
  }

  /// Reads the rest of an element that has started.
  mutating func element(_ head: XMLElement, isEmpty: Bool) throws(FeedError) -> XMLElement {
    guard !isEmpty else { return head }
    let depth = open.count
    // Unfinished elements, from the outermost on.
    var stack = [head]
    var starts = [scanner.position]
    var kept = 0
    while true {
      switch try next() {
      case .finished: throw cut
      case .start(let child, isEmpty: true): keep(child, in: &stack[stack.count - 1], &kept)
      case .start(let child, isEmpty: false):
        stack.append(child)
        starts.append(scanner.position)
      case .end:
        // An end tag also closes elements left open within its element.
        while stack.count > open.count - depth + 1 {
          var child = stack.removeLast()
          child.content = scanner.slice(starts.removeLast()..<start)
          guard !stack.isEmpty else { return child }
          keep(child, in: &stack[stack.count - 1], &kept)
        }
      }
    }
  }

  /// Adds a child, unless there are more than any entry needs.
  private func keep(_ child: XMLElement, in parent: inout XMLElement, _ count: inout Int) {
    guard count < Self.maxElements else { return }
    count += 1
    parent.children.append(child)
  }

  /// Closes an element; `false` if none with this name is open.
  private mutating func close(_ name: String) -> Bool {
    guard let index = open.lastIndex(where: { $0.tag == name }) else { return false }
    open.removeSubrange(index...)
    return true
  }

  private func declare(_ tag: MarkupScanner.Tag, in prefixes: inout [String: String]) {
    // Namespaces are declared at the root; more than a few are an attack on memory.
    for attribute in tag.attributes where attribute.name.hasPrefix("xmlns") && prefixes.count < 64 {
      let prefix = attribute.name.split(separator: ":", maxSplits: 1).dropFirst().first ?? ""
      prefixes[String(prefix)] = Self.spaces[attribute.value.trimmingWhitespace] ?? "?"
    }
  }

  private mutating func begin(_ tag: MarkupScanner.Tag) throws(FeedError) -> XMLElement {
    var prefixes = open.last?.prefixes ?? [:]
    declare(tag, in: &prefixes)
    let parts = tag.name.split(separator: ":", maxSplits: 1)
    let prefix = parts.count == 2 ? String(parts[0]) : ""
    let local = parts.last.map(String.init) ?? tag.name
    // Without a declaration, a prefix has its usual meaning.
    let space = prefixes[prefix] ?? prefix.lowercased()
    if !tag.isEmpty {
      guard open.count < depthLimit else { throw tooDeep }
      open.append(Open(tag: tag.name, prefixes: prefixes))
    }
    return XMLElement(name: space.isEmpty ? local : "\(space):\(local)", attributes: tag)
  }
}
