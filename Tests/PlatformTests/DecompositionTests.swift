import Foundation
import Testing

@testable import Platform

@Suite struct DecompositionTests {
  private func scalars(_ text: String) -> [Unicode.Scalar]? {
    Array(text.utf8).withUnsafeBufferPointer(Decomposition.scalars)
  }

  /// As Foundation's own, as far as both know the same version of Unicode.
  @Test func allScalarsAreDecomposed() {
    for code in UInt32(0x80)...0x10_FFFF {
      guard let scalar = Unicode.Scalar(code), (scalar.properties.age?.major ?? 99) < 14 else {
        continue
      }
      let text = String(scalar)
      let expected = Array(text.decomposedStringWithCanonicalMapping.unicodeScalars)
      guard scalars(text) != expected else { continue }
      Issue.record("U+\(String(code, radix: 16))")
    }
  }

  @Test func marksHaveOneOrder() {
    #expect(scalars("q\u{307}\u{323}") == scalars("q\u{323}\u{307}"))
    #expect(scalars("e\u{301}x") == ["e", "\u{301}", "x"])
    #expect(scalars("") == [])
  }

  @Test func otherBytesAreRefused() {
    for bytes in [[0xFF], [0x61, 0xC3], [0xED, 0xA0, 0x80], [0xF5, 0x80, 0x80, 0x80]] as [[UInt8]] {
      #expect(bytes.withUnsafeBufferPointer(Decomposition.scalars) == nil)
    }
  }
}
