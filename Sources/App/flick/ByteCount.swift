import ArgumentParser

/// An amount of memory as it is typed: `256M`, `1.5G`, `65536`.
struct ByteCount: Hashable {
  /// Never negative.
  let bytes: Int

  /// Larger amounts than this are slips of the finger: 1 TB.
  private static let most = 1 << 40

  /// Reads a number with K, M or G behind it, powers of 1024; without one it counts bytes.
  ///
  /// - Throws: `ValidationError` for anything else.
  init(argument: String) throws {
    let units: [Character: Double] = ["K": 0x400, "M": 0x10_0000, "G": 0x4000_0000]
    let unit = argument.last.flatMap { units[Character($0.uppercased())] }
    let digits = unit == nil ? argument[...] : argument.dropLast()
    // `Double` would take "inf" and "0x1p4", too.
    guard digits.allSatisfy({ "0123456789.".contains($0) }), let number = Double(digits) else {
      throw ValidationError("It takes a number with K, M or G behind it, such as 256M.")
    }
    let bytes = number * (unit ?? 1)
    guard bytes <= Double(Self.most) else { throw ValidationError("The most is 1024G.") }
    self.bytes = Int(bytes)
  }

  private init(bytes: Int) {
    self.bytes = bytes
  }

  /// What open clips may take if nobody says: 256 MB, or an eighth of a small machine's memory.
  static func standardPreload(ofMemory memory: Int) -> ByteCount {
    ByteCount(bytes: min(256 << 20, memory / 8))
  }
}
