import Models
import TestSupport
import Testing

@testable import FeedCore

@Suite struct XMLReaderTests {
  /// An element that the test generates.
  private struct Node: Hashable {
    var name: String
    var text = ""
    var children: [Node] = []

    var document: String {
      let inner = text + children.map(\.document).joined()
      return inner.isEmpty ? "<\(name)/>" : "<\(name)>\(inner)</\(name)>"
    }

    /// All of its text, in order.
    var allText: String { text + children.map(\.allText).joined() }
  }

  private func node(_ generator: inout SeededGenerator, depth: Int) -> Node {
    var node = Node(name: generator.pick(["a", "b", "media:x", "c"]))
    if generator.chance(0.6) { node.text = generator.pick(["x", "y z", "é"]) }
    if depth > 0 {
      node.children = (0..<generator.int(0..<4)).map { _ in self.node(&generator, depth: depth - 1)
      }
    }
    return node
  }

  private func element(_ document: String, depthLimit: Int = 32) throws -> XMLElement? {
    var reader = XMLReader(Array(document.utf8), depthLimit: depthLimit)
    guard case .start(let head, let isEmpty) = try reader.next() else { return nil }
    let element = try reader.element(head, isEmpty: isEmpty)
    guard case .finished = try reader.next() else { return nil }
    return element
  }

  private func expectSame(_ element: XMLElement, _ node: Node, _ comment: Comment) {
    #expect(element.name == node.name, comment)
    #expect(element.text == node.allText, comment)
    #expect(element.children.count == node.children.count, comment)
    let inner = node.text + node.children.map(\.document).joined()
    #expect(String(decoding: element.content, as: UTF8.self) == inner, comment)
    for (child, wanted) in zip(element.children, node.children) {
      expectSame(child, wanted, comment)
    }
  }

  @Test func randomTreesRoundTrip() throws {
    let seed = Fuzz.seed
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<500 {
      let node = node(&generator, depth: 4)
      let comment: Comment = "seed \(seed): \(node.document)"
      expectSame(try #require(try element(node.document), comment), node, comment)
    }
  }

  /// Elements get our names for their namespaces, whatever prefixes a document uses.
  @Test(arguments: [
    ("<m:content xmlns:m='http://search.yahoo.com/mrss/'/>", "media:content"),
    ("<entry xmlns=' http://www.w3.org/2005/Atom '/>", "atom:entry"),
    ("<item xmlns='http://purl.org/rss/1.0/'/>", "item"), ("<Media:content/>", "media:content"),
    ("<m:x xmlns:m='http://example.org/'/>", "?:x"), ("<item/>", "item"),
  ])
  func namespacesAreRecognisedByTheirURIs(_ document: String, _ name: String) throws {
    #expect(try element(document)?.name == name)
  }

  @Test func endTagClosesUnclosedChildren() throws {
    let read = try element("<a><b>x<c>y</a>")
    #expect(read?.child("b")?.child("c")?.text == "y")
    #expect(read?.text == "xy")
    #expect(try element("<a>x</b></c>y</a>")?.text == "xy")
  }

  @Test(arguments: ["<a>", "<a><b></b>", "<a", "<a><!-- ", "<a></b>"])
  func unterminatedDocumentIsAnError(_ document: String) {
    #expect(throws: FeedError.self) { try element(document) }
  }

  @Test func nestingDepthIsLimited() throws {
    func nested(_ count: Int) -> String {
      String(repeating: "<a>", count: count) + String(repeating: "</a>", count: count)
    }
    #expect(try element(nested(5), depthLimit: 5) != nil)
    #expect(throws: FeedError.self) { try element(nested(6), depthLimit: 5) }
  }

  @Test func textComesFromTheFirstNonemptyChild() throws {
    let read = try #require(try element("<a><t> </t><u>second</u><t>\n first </t></a>"))
    #expect(read.text(of: "t", "u") == "first")
    #expect(read.text(of: "none", "u") == "second")
    #expect(read.text(of: "none") == nil)
    #expect(read.children("t").count == 2)
  }
}
