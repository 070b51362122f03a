import TestSupport
import Testing

@testable import Settings

@Suite struct TOMLPlacesTests {
  private func places(_ document: String) -> [String] {
    TOMLPlaces(document).places.map { place in
      "\(place.path.joined(separator: ".")) \(place.key) \(place.value)"
        + place.elements.map { " \($0)" }.joined()
    }
  }

  @Test func keysAndValuesAreFound() {
    #expect(
      places("# a comment\n\nvolume = 30 # so\r\n  loop=\"feed\"\n\"mute\" = true\n") == [
        "volume 3:1 3:10", "loop 4:3 4:8", "mute 5:1 5:10",
      ])
  }

  @Test func tablesAndDottedKeysAreFound() {
    #expect(
      places("a.b = 1\n[keys] # here\nquit = 'x'\n[[more.'of it']]\nc = 2") == [
        "a.b 1:1 1:7", "keys 2:1 2:1", "keys.quit 3:1 3:8", "more.of it 4:1 4:1",
        "more.of it.c 5:1 5:5",
      ])
  }

  @Test func listElementsAreFound() {
    #expect(
      places("a = [ \"x\", # ]\n  'y',\n]\nb = [[1, 2], 3]\nc = []") == [
        "a 1:1 1:5 1:7 2:3", "b 4:1 4:5 4:6 4:14", "c 5:1 5:5",
      ])
  }

  @Test func inlineTablesAreFound() {
    #expect(
      places("keys = { quit = \"x\", 'a b' = [1] }\nc = 2") == [
        "keys 1:1 1:8", "keys.quit 1:10 1:17", "keys.a b 1:22 1:30 1:31", "c 2:1 2:5",
      ])
  }

  @Test func stringsOfAllKindsAreSkipped() {
    let document = #"""
      a = "x \" = y"
      b = """
      c = 1 ""
      \""" """
      d = '''
      e = ' ''' # '
      f = ''
      g = """"quoted""""
      h = 2
      """#
    #expect(
      TOMLPlaces(document).places.map { "\($0.path[0]) \($0.key)" } == [
        "a 1:1", "b 2:1", "d 5:1", "f 7:1", "g 8:1", "h 9:1",
      ])
  }

  @Test func columnsCountScalars() {
    #expect(places("\"ключ\" = \"é日\"\na = 1") == ["ключ 1:1 1:10", "a 2:1 2:5"])
  }

  @Test(arguments: [
    "a.b.c.d.e.f.g.h = 1", "a = [[[[[[[1]]]]]]]", "a = {b={c={d={e={f={g=1}}}}}}",
  ])
  func moderateNestingIsAllowed(_ document: String) {
    #expect(TOMLPlaces(document).tooDeep == nil)
  }

  @Test(arguments: [
    ("x = 1\n a.b.c.d.e.f.g.h.i = 1", "2:2"), ("[a.b.c.d.e]\nf.g.h.i = 1", "2:1"),
    ("a = [[[[[[[[[1]]]]]]]]]", "1:13"), ("a = [1, {b = {c.d.e.f.g.h.i.j = 1}}]", "1:15"),
  ])
  func deeperNestingIsReported(_ document: String, _ position: String) {
    #expect(TOMLPlaces(document).tooDeep?.description == position)
  }

  @Test(arguments: [
    "[", "a", "a =", "= 1", "a = [", "a = {", "\"", "a = \"\"\"", "]", "a = ]", "{,}",
  ])
  func malformedDocumentsAreTolerated(_ document: String) {
    expectPlacesWithin(document)
    expectPlacesWithin(String(repeating: document, count: 1_000))
  }

  @Test func randomMixturesAreTolerated() {
    let seed = Fuzz.seed
    var generator = SeededGenerator(seed: seed)
    let pieces = [
      "[", "]", "{", "}", "=", "a", ".", ",", "\"", "'", "#", "\n", "\r\n", " ", "\\", "1", "é",
      "[[a]]\n", "b = 1\n",
    ]
    for _ in 0..<2_000 {
      let document = (0..<generator.int(0..<30)).map { _ in generator.pick(pieces) }.joined()
      expectPlacesWithin(document, "seed \(seed)")
    }
  }

  /// Expects positions to lie within the document, and keys to be in order.
  private func expectPlacesWithin(_ document: String, _ comment: Comment? = nil) {
    let lengths = document.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
      .map(\.count)
    let places = TOMLPlaces(document).places
    for position in places.flatMap({ [$0.key, $0.value] + $0.elements }) {
      #expect(1...lengths.count ~= position.line, comment)
      // A missing value is just after the end of its line.
      #expect(1...lengths[position.line - 1] + 1 ~= position.column, comment)
    }
    let keys = places.map { ($0.key.line, $0.key.column) }
    #expect(zip(keys, keys.dropFirst()).allSatisfy { $0 <= $1 }, comment)
  }
}
