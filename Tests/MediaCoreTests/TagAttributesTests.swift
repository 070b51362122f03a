import TestSupport
import Testing

@testable import MediaCore

@Suite struct TagAttributesTests {
  private func read(_ list: String) -> TagAttributes? {
    TagAttributes("#TAG:\(list)", of: "#TAG:")
  }

  /// Written from its parts, a list is read as them; what stands in quotes may hold anything else.
  @Test func attributesAreRead() throws {
    let seed = Fuzz.seed
    var generator = SeededGenerator(seed: seed)
    let plain = ["1", "0x1F", "1920x1080", "YES", "12.5", ""]
    let quoted = ["", "a,b", "c=d", "https://h/x?y=z,1", " é ", "AES-128,URI=x"]
    for _ in 0..<2_000 {
      var wanted: [String: String] = [:]
      let parts = (0..<generator.int(0..<6)).map { _ in
        let name = generator.pick(["URI", "METHOD", "BANDWIDTH", "A-B", "X"])
        let isQuoted = generator.chance(0.5)
        let value = generator.pick(isQuoted ? quoted : plain)
        // Of two of a name the first counts.
        if wanted[name] == nil { wanted[name] = value }
        return "\(name)=\(isQuoted ? "\"\(value)\"" : value)"
      }
      let list = parts.joined(separator: generator.pick([",", ", "]))
      let attributes = try #require(read(list))
      for name in ["URI", "METHOD", "BANDWIDTH", "A-B", "X", "NONE"] {
        #expect(attributes[name] == wanted[name], "seed \(seed): \(list)")
      }
    }
  }

  @Test func unfinishedTagIsReadToItsEnd() {
    #expect(read("A=\"b,c")?["A"] == "b,c")
    #expect(read("A=b,C")?["A"] == "b")
    #expect(read("A=b,C")?["C"] == nil)
    #expect(read("A")?["A"] == nil)
    #expect(read("=x")?[""] == "x")
  }

  @Test func otherTagIsNil() {
    #expect(TagAttributes("#OTHER:A=b", of: "#TAG:") == nil)
  }
}
