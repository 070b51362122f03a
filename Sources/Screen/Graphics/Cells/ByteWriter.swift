/// Writes ECMA-48 escape sequences to memory known to be large enough.
struct ByteWriter {
  // Four-byte stores may reach three bytes beyond `count`; `spare` covers that.
  private let base: UnsafeMutableRawPointer
  private let decimals: UnsafePointer<UInt64>

  /// Bytes written so far.
  var count = 0

  /// Room required beyond the last byte.
  static let spare = 8

  /// The longest possible cell: CUP with two numbers of up to 19 digits, an SGR that resets and
  /// sets attributes and both colours, and a glyph of four bytes.
  static let longestCell = 42 + 6 + 40 + 4

  /// Creates a writer.
  ///
  /// - Parameters:
  ///   - base: Memory for everything that will be written, and `spare` bytes more.
  ///   - decimals: `decimalTable`.
  init(base: UnsafeMutableRawPointer, decimals: UnsafePointer<UInt64>) {
    self.base = base
    self.decimals = decimals
  }

  /// For each byte: a semicolon and its decimal digits in the low half, least significant byte
  /// first, and their count in the high half.
  static let decimalTable: [UInt64] = (0..<256).map { value in
    let text = Array(";\(value)".utf8)
    let bytes = text.reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    return bytes | UInt64(text.count) << 32
  }

  @inline(__always)
  mutating func append(_ byte: UInt8) {
    base.storeBytes(of: byte, toByteOffset: count, as: UInt8.self)
    count &+= 1
  }

  /// Appends the first bytes of a word, the least significant one first.
  @inline(__always)
  mutating func append(_ word: UInt32, length: Int) {
    base.storeBytes(of: word.littleEndian, toByteOffset: count, as: UInt32.self)
    count &+= length
  }

  /// Appends a semicolon and a number.
  @inline(__always)
  mutating func appendParameter(_ value: UInt8) {
    let entry = decimals[Int(value)]
    append(UInt32(truncatingIfNeeded: entry), length: Int(entry >> 32))
  }

  /// Appends a number without leading zeros.
  mutating func appendDecimal(_ value: Int) {
    if value >= 10 { appendDecimal(value / 10) }
    append(0x30 &+ UInt8(truncatingIfNeeded: value % 10))
  }

  /// Starts a control sequence: ESC [.
  @inline(__always)
  mutating func beginSequence() {
    append(0x5B1B, length: 2)
  }

  /// Appends a scalar in UTF-8.
  mutating func appendScalar(_ scalar: UInt32) {
    switch scalar {
    case ..<0x80:
      append(UInt8(truncatingIfNeeded: scalar))
    case ..<0x800:
      append(0xC0 | scalar >> 6 | continuation(scalar) << 8, length: 2)
    case ..<0x1_0000:
      append(
        0xE0 | scalar >> 12 | continuation(scalar >> 6) << 8 | continuation(scalar) << 16,
        length: 3)
    default:
      append(
        0xF0 | scalar >> 18 | continuation(scalar >> 12) << 8 | continuation(scalar >> 6) << 16
          | continuation(scalar) << 24, length: 4)
    }
  }

  /// A UTF-8 continuation byte with the lowest six bits.
  private func continuation(_ bits: UInt32) -> UInt32 { 0x80 | bits & 0x3F }
}
