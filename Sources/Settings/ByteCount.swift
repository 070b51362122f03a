/// An amount of memory as typed: `256M`, `1.5G`, `65536`.
package struct ByteCount: Hashable, Sendable {
  /// Never negative.
  package let bytes: Int

  /// A larger amount is a typo: 1 TB.
  private static let most = 1 << 40

  /// Reads a number with the suffix K, M or G, powers of 1024; without one it counts bytes.
  ///
  /// - Returns: `nil` for anything else, and for more than 1024G.
  package init?(_ text: String) {
    let units: [Character: Double] = ["K": 0x400, "M": 0x10_0000, "G": 0x4000_0000]
    let unit = text.last.flatMap { units[Character($0.uppercased())] }
    let digits = unit == nil ? text[...] : text.dropLast()
    // `Double` would accept "inf" and "0x1p4", too.
    guard digits.allSatisfy({ "0123456789.".contains($0) }), let number = Double(digits),
      number * (unit ?? 1) <= Double(Self.most)
    else { return nil }
    bytes = Int(number * (unit ?? 1))
  }
}
