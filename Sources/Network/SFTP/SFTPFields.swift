/// Reads the fields of a packet (draft-ietf-secsh-filexfer-02, 3). Numbers are big-endian.
///
/// Nothing is allocated by a number from the packet: a length that exceeds the rest is an error.
struct SFTPFields {
  private(set) var rest: ArraySlice<UInt8>

  init(_ packet: ArraySlice<UInt8>) {
    rest = packet
  }

  mutating func byte() throws(SFTPError) -> UInt8 {
    guard let byte = rest.popFirst() else { throw .malformed("a packet that ends too early") }
    return byte
  }

  mutating func number() throws(SFTPError) -> UInt32 {
    try bytes(4).reduce(0) { $0 << 8 | UInt32($1) }
  }

  mutating func longNumber() throws(SFTPError) -> UInt64 {
    try bytes(8).reduce(0) { $0 << 8 | UInt64($1) }
  }

  mutating func string() throws(SFTPError) -> ArraySlice<UInt8> {
    try bytes(Int(number()))
  }

  private mutating func bytes(_ count: Int) throws(SFTPError) -> ArraySlice<UInt8> {
    guard count <= rest.count else { throw .malformed("a packet that ends too early") }
    defer { rest = rest.dropFirst(count) }
    return rest.prefix(count)
  }
}

extension [UInt8] {
  mutating func appendField(_ number: UInt32) {
    for shift in stride(from: 24, through: 0, by: -8) {
      append(UInt8(truncatingIfNeeded: number >> UInt32(shift)))
    }
  }

  mutating func appendField(_ number: UInt64) {
    appendField(UInt32(truncatingIfNeeded: number >> 32))
    appendField(UInt32(truncatingIfNeeded: number))
  }

  /// Appends a string, which must be shorter than 4 GB.
  mutating func appendField(_ string: some Collection<UInt8>) {
    appendField(UInt32(clamping: string.count))
    append(contentsOf: string)
  }
}
