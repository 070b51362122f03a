/// Numbers that nobody intends but that files, servers and clocks may contain: the limits of the
/// numeric types, values just beyond them, and NaN.
package enum ExtremeNumbers {
  package static let integers: [Int] = [
    0, 1, -1, .min, .max, .min + 1, .max - 1, 1 << 62, -(1 << 62), 1 << 53, 1 << 32, Int(Int32.max),
    Int(Int32.min), 255, 65_536,
  ]

  package static let doubles: [Double] = [
    0, -0.0, 1, -1, 0.5, .nan, .signalingNaN, .infinity, -.infinity, 1e300, -1e300, 1e10, -1e10,
    9e15, 0x1p62, 0x1p63, -0x1p63, 0x1p64, .leastNonzeroMagnitude, .greatestFiniteMagnitude,
  ]

  /// Numbers as text, some of them too long for any type.
  package static let texts: [String] =
    integers.map { "\($0)" } + doubles.map { "\($0)" }
    + ["", "-", "+", ".", "00", "-0", "0x7fffffffffffffff", "1e999", "²", "٣"]
    + [String(repeating: "9", count: 19), String(repeating: "9", count: 400)]
    + ["18446744073709551615", "18446744073709551616", "9223372036854775808"]

  /// An extreme integer, or a random one.
  package static func integer(using generator: inout SeededGenerator) -> Int {
    Bool.random(using: &generator)
      ? integers[Int.random(in: 0..<integers.count, using: &generator)]
      : Int(truncatingIfNeeded: generator.next()) >> Int.random(in: 0..<64, using: &generator)
  }

  /// An extreme number, or one with a random bit pattern.
  package static func double(using generator: inout SeededGenerator) -> Double {
    Bool.random(using: &generator)
      ? doubles[Int.random(in: 0..<doubles.count, using: &generator)]
      : Double(bitPattern: generator.next())
  }

  /// An extreme number as text.
  package static func text(using generator: inout SeededGenerator) -> String {
    texts[Int.random(in: 0..<texts.count, using: &generator)]
  }
}
