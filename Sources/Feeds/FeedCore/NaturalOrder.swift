/// The order people expect of file names: `2` before `10`, ignoring case. See
/// docs/decisions/feed-order.md.
///
/// A name is converted to a key once, and keys compare as plain bytes, so that sorting a large
/// folder costs one `memcmp` per comparison. Names with equal keys (`a1` and `A01`) are ordered by
/// their own bytes, so the order is total.
package enum NaturalOrder {
  package static func areInIncreasingOrder(
    _ left: some Collection<UInt8>, _ right: some Collection<UInt8>
  ) -> Bool {
    let leftKey = key(of: left)
    let rightKey = key(of: right)
    return leftKey == rightKey
      ? left.lexicographicallyPrecedes(right) : leftKey.lexicographicallyPrecedes(rightKey)
  }

  /// The sort key of a name.
  ///
  /// Letters are lower case. A run of digits becomes `0`, the count of its digits without leading
  /// zeros, and those digits: a longer number is a larger one. The dot before the extension becomes
  /// a zero byte, so that `clip.mp4` comes before `clip 2.mp4`.
  ///
  /// - Parameter name: A file's name; any bytes.
  /// - Returns: Bytes that compare lexicographically as the names should.
  package static func key(of name: some Collection<UInt8>) -> [UInt8] {
    var key: [UInt8] = []
    Array(name).withUnsafeBufferPointer { appendKey(of: $0, to: &key) }
    return key
  }

  /// Appends a name's key to a buffer.
  package static func appendKey(of name: UnsafeBufferPointer<UInt8>, to key: inout [UInt8]) {
    guard name.contains(where: { $0 >= 0x80 }) else {
      appendKey(ofFolded: name, to: &key)
      return
    }
    folding(name).withUnsafeBufferPointer { appendKey(ofFolded: $0, to: &key) }
  }

  /// A name with its case folded: by Unicode's rules if it is valid UTF-8, else ASCII letters only.
  package static func folding(_ name: UnsafeBufferPointer<UInt8>) -> [UInt8] {
    if let string = String(validating: name, as: UTF8.self) {
      return Array(string.lowercased().utf8)
    }
    return name.map(lowercased)
  }

  private static func appendKey(
    ofFolded name: UnsafeBufferPointer<UInt8>, to key: inout [UInt8]
  ) {
    let dot = name.lastIndex(of: UInt8(ascii: ".")) ?? 0
    var index = 0
    while index < name.count {
      let byte = name[index]
      guard isDigit(byte) else {
        key.append(index == dot && dot > 0 ? 0 : lowercased(byte))
        index += 1
        continue
      }
      while index < name.count, name[index] == UInt8(ascii: "0") { index += 1 }
      let start = index
      while index < name.count, isDigit(name[index]) { index += 1 }
      key.append(UInt8(ascii: "0"))
      var length = index - start
      while length >= 255 {
        key.append(255)
        length -= 255
      }
      key.append(UInt8(length))
      key.append(contentsOf: name[start..<index])
    }
  }

  /// Whether a byte is an ASCII digit.
  static func isDigit(_ byte: UInt8) -> Bool {
    byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
  }

  /// Whether a byte is an ASCII letter.
  static func isLetter(_ byte: UInt8) -> Bool {
    byte | 0x20 >= UInt8(ascii: "a") && byte | 0x20 <= UInt8(ascii: "z")
  }

  static func lowercased(_ byte: UInt8) -> UInt8 {
    byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z") ? byte | 0x20 : byte
  }
}
