import Foundation
import TestSupport
import Testing

@testable import Graphics

@Suite struct Base64Tests {
  private func encoded(_ bytes: ArraySlice<UInt8>) -> String {
    var output = Array("x".utf8)
    Base64.append(bytes, to: &output)
    return String(decoding: output.dropFirst(), as: UTF8.self)
  }

  /// Those of RFC 4648, 10.
  @Test(arguments: [
    ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="),
    ("fooba", "Zm9vYmE="), ("foobar", "Zm9vYmFy"),
  ])
  func examples(_ text: String, _ digits: String) {
    #expect(encoded(Array(text.utf8)[...]) == digits)
  }

  @Test func randomBytesMatchFoundation() {
    let seed = Fuzz.seed
    var generator = SeededGenerator(seed: seed)
    for length in 0..<300 {
      let bytes = (0..<length + 7).map { _ in UInt8(generator.int(0..<256)) }
      // A slice that does not begin at 0.
      let slice = bytes[7...]
      #expect(encoded(slice) == Data(slice).base64EncodedString(), "seed \(seed)")
    }
  }
}
