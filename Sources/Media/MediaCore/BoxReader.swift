/// Reads the numbers and boxes of a file in the ISO base media format (ISO/IEC 14496-12, 4.2).
struct BoxReader {
  /// A box without its header.
  typealias Box = (name: String, content: ArraySlice<UInt8>)

  private var rest: ArraySlice<UInt8>

  init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

  /// Takes a big-endian number of up to eight bytes.
  ///
  /// - Returns: `nil` if there are fewer, or it is too large.
  mutating func number(_ count: Int) -> Int? {
    guard let bytes = take(count) else { return nil }
    return Int(exactly: bytes.reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
  }

  /// Takes a code of four characters.
  mutating func code() -> String? {
    take(4).map { String(decoding: $0, as: UTF8.self) }
  }

  /// Takes the next box.
  ///
  /// - Returns: `nil` if there is none, or only a part of it.
  mutating func box() -> Box? {
    let whole = rest
    guard let short = number(4), let name = code(),
      let size = short == 1 ? number(8) : short == 0 ? whole.count : short
    else { return nil }
    let headerSize = whole.count - rest.count
    guard size >= headerSize, let content = take(size - headerSize) else { return nil }
    return (name, content)
  }

  private mutating func take(_ count: Int) -> ArraySlice<UInt8>? {
    guard count <= rest.count else { return nil }
    defer { rest = rest.dropFirst(count) }
    return rest.prefix(count)
  }
}
