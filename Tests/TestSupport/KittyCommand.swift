/// A command of the kitty graphics protocol, as a terminal parses it.
package struct KittyCommand: Equatable, Sendable {
  package var keys: [String: String] = [:]
  package var payload: [UInt8] = []
  /// The length of the payload as sent.
  package var payloadLength = 0

  /// Parses the commands among other output.
  ///
  /// - Returns: `nil` if one is unterminated or malformed.
  package static func all(in bytes: [UInt8]) -> [KittyCommand]? {
    var commands: [KittyCommand] = []
    var rest = bytes[...]
    let start = Array("\u{1B}_G".utf8)
    while let index = rest.indices.first(where: { rest[$0...].starts(with: start) }) {
      rest = rest[(index + start.count)...]
      guard let end = rest.firstIndex(of: 0x1B), end + 1 < rest.endIndex,
        rest[end + 1] == UInt8(ascii: "\\")
      else { return nil }
      let parts = rest[..<end].split(
        separator: UInt8(ascii: ";"), maxSplits: 1, omittingEmptySubsequences: false)
      var command = KittyCommand()
      for pair in parts[0].split(separator: UInt8(ascii: ",")) {
        let sides = pair.split(separator: UInt8(ascii: "="))
        guard sides.count == 2 else { return nil }
        command.keys[String(decoding: sides[0], as: UTF8.self)] = String(
          decoding: sides[1], as: UTF8.self)
      }
      if parts.count == 2 {
        guard let payload = decodeBase64(parts[1]) else { return nil }
        command.payload = payload
        command.payloadLength = parts[1].count
      }
      commands.append(command)
      rest = rest[(end + 2)...]
    }
    return commands
  }

  private static func decodeBase64(_ text: ArraySlice<UInt8>) -> [UInt8]? {
    guard text.count % 4 == 0 else { return nil }
    let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    var values = [UInt32?](repeating: nil, count: 256)
    for (value, digit) in digits.enumerated() { values[Int(digit)] = UInt32(value) }
    var bytes: [UInt8] = []
    var (word, count) = (UInt32(0), 0)
    for character in text where character != UInt8(ascii: "=") {
      guard let value = values[Int(character)] else { return nil }
      word = word << 6 | value
      count += 6
      if count >= 8 {
        count -= 8
        bytes.append(UInt8(truncatingIfNeeded: word >> UInt32(count)))
      }
    }
    return bytes
  }
}
