import TestSupport
import Testing

@testable import Settings

@Suite struct TOMLNestingTests {
  private func excess(_ document: String) -> Int? { TOMLNesting.excess(in: Array(document.utf8)) }

  @Test(arguments: [
    "a.b.c.d.e.f.g.h = 1", "a = [[[[[[[1]]]]]]]", "a = {b={c={d={e={f={g=1}}}}}}",
    "[[a]]\n[[a]]\n[[a]]\n[[a]]\n[[a]]\n", "a = [\n[1], # ]\n[2],\n]\n",
  ])
  func moderateNestingIsAllowed(_ document: String) {
    #expect(excess(document) == nil)
  }

  @Test func deeperNestingIsReported() {
    #expect(excess("a = [[[[[[[[[1]]]]]]]]]") == 1)
    #expect(excess("x = 1\na = [1, {b = {c = [[\n{d = {e = [\n[[1]]]}}]]}}]") == 4)
    #expect(excess("x = 1\n " + String(repeating: "a.", count: 40) + "b = 1") == 2)
    #expect(excess("[" + String(repeating: "a.", count: 40) + "b]") == 1)
  }

  /// What looks like brackets and dots in strings and comments neither opens nor closes anything.
  @Test(arguments: [
    "\"]\"", "']'", "\"\\\"]\"", "'\\', ']'", "\"\"\"\n]\n\"\"\"", "'''\n\"]\n'''",
    "\"\"\"x\"\"\"\", \"]\"", "\"\"\"\\\"\"\"\"\"\", ']'", "\"\", ']'", "1, # ]\n2",
  ])
  func textClosesNothing(_ value: String) {
    #expect(excess("a = " + String(repeating: "[\(value), ", count: 8)) == nil)
    #expect(excess("a = " + String(repeating: "[\(value), ", count: 9)) != nil)
  }

  @Test(arguments: ["\"", "'", "\"\"\"", "'''", "# "])
  func textOpensNothing(_ quote: String) {
    let text = String(repeating: "[{a.", count: 100)
    #expect(excess("a = \(quote)\(text)\(quote)\nb = [1]") == nil)
  }

  @Test(arguments: [
    "[", "a", "a =", "= 1", "a = [", "a = {", "\"", "a = \"\"\"", "]", "a = ]", "{,}", "\"\\",
  ])
  func malformedDocumentsAreTolerated(_ document: String) {
    _ = excess(document)
    _ = excess(String(repeating: document, count: 1_000))
  }

  @Test func randomMixturesAreTolerated() {
    let seed = Fuzz.seed
    var generator = SeededGenerator(seed: seed)
    let pieces = [
      "[", "]", "{", "}", "=", "a", ".", ",", "\"", "'", "#", "\n", "\r\n", " ", "\\", "1", "é",
      "\"\"\"", "'''",
    ]
    for _ in 0..<2_000 {
      let document = (0..<generator.int(0..<30)).map { _ in generator.pick(pieces) }.joined()
      let line = excess(document) ?? 1
      #expect(1...document.utf8.count { $0 == UInt8(ascii: "\n") } + 1 ~= line, "seed \(seed)")
    }
  }
}
