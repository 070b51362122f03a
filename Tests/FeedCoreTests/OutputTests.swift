import FeedCore
import FoundationEssentials
import Models
import TestSupport
import Testing

@Suite struct OutputTests {
  @Test func membersKeepTheirOrderAndNilIsOmitted() {
    let value = JSONOutput.members([
      "b": .integer(-3), "a": nil, "list": .array([.bool(true), .decimal(0.5), .array([])]),
    ])
    #expect(value.line == #"{"b":-3,"list":[true,0.5,[]]}"#)
    #expect(
      value.document == """
        {
          "b": -3,
          "list": [
            true,
            0.5,
            []
          ]
        }

        """)
  }

  @Test func controlCharactersAreEscaped() throws {
    let text = "a\"b\\\n\t\u{0}\u{1B}\u{7F}\u{9B}\u{202E}\u{2028}\u{E0041}é\u{1F600}"
    let line = JSONOutput.string(text).line
    #expect(
      line
        == #""a\"b\\\n\t\u0000\u001b\u007f\u009b\u202e\u2028\udb40\udc41é"# + "\u{1F600}\"")
    #expect(try JSONDecoder().decode(String.self, from: Data(line.utf8)) == text)
  }

  @Test func randomTextRoundTrips() throws {
    var generator = SeededGenerator(seed: Fuzz.seed)
    for _ in 0..<200 {
      var text = String.UnicodeScalarView()
      for _ in 0..<generator.int(0..<20) {
        let limit: UInt32 = generator.chance(0.5) ? 0x100 : 0x11_0000
        if let scalar = Unicode.Scalar(UInt32(generator.int(0..<Int(limit)))) {
          text.append(scalar)
        }
      }
      let line = JSONOutput.string(String(text)).line
      let read = try JSONDecoder().decode(String.self, from: Data(line.utf8))
      #expect(read.unicodeScalars.elementsEqual(text), "seed \(Fuzz.seed)")
    }
  }

  @Test(
    arguments: [
      (0, "0"), (1, "1"), (-0.25, "-0.25"), (1234.5678, "1234.568"), (0.0004, "0"),
      (.infinity, "0"), (.nan, "0"), (1e300, "0"), (59.9996, "60"),
    ] as [(Double, String)])
  func decimalsHaveThreeDigits(_ value: Double, _ text: String) {
    #expect(JSONOutput.decimal(value).line == text)
  }

  @Test(
    arguments: [
      (0, "1970-01-01T00:00:00.000Z"), (951_782_399.9996, "2000-02-28T23:59:59.999Z"),
      (951_782_400, "2000-02-29T00:00:00.000Z"), (1_763_719_200.25, "2025-11-21T10:00:00.250Z"),
      (-0.5, "1969-12-31T23:59:59.500Z"), (4_107_542_400, "2100-03-01T00:00:00.000Z"),
      (-1e300, "0000-01-01T00:00:00.000Z"), (.infinity, "1970-01-01T00:00:00.000Z"),
    ] as [(Double, String)])
  func timestampsAreInUTC(_ seconds: Double, _ text: String) {
    #expect(Timestamp.text(seconds) == text)
  }

  @Test func pathsRoundTripThroughURIs() {
    for bytes in [Array("/a b/c%20d/é.mp4".utf8), [0x2F, 0xFF, 0x0A, 0x3F, 0x23], [0x2F]] {
      let path = FilePath(bytes: bytes)
      #expect(FilePath(uri: path.uri) == path)
      #expect(path.uri.utf8.allSatisfy { (0x21...0x7E).contains($0) })
    }
    #expect(FilePath(uri: "https://h/") == nil)
    #expect(FilePath(uri: "file://host/a") == nil)
    #expect(FilePath(uri: "file:///a%00b") == nil)
  }
}
