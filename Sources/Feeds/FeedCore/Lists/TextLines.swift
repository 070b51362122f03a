/// The non-empty lines of a text, one after another, so that a text of nothing but line ends is not
/// split into millions of pieces. Lines end in LF, CR LF or CR; a byte order mark is skipped.
struct TextLines: Sequence, IteratorProtocol, Sendable {
  private var rest: ArraySlice<UInt8>

  init(_ bytes: [UInt8]) {
    rest = bytes[...]
    if rest.starts(with: [0xEF, 0xBB, 0xBF]) { rest = rest.dropFirst(3) }
  }

  mutating func next() -> ArraySlice<UInt8>? {
    rest = rest.drop(while: Self.isEnd)
    guard !rest.isEmpty else { return nil }
    let end = rest.firstIndex(where: Self.isEnd) ?? rest.endIndex
    defer { rest = rest[end...] }
    return rest[..<end]
  }

  private static func isEnd(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D }
}
