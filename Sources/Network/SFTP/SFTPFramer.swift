import Models

/// Divides what a server sends into packets, whatever the pieces in which it arrives.
///
/// A shell may print text before the protocol begins. As a length, text is far beyond the limit.
struct SFTPFramer: Sendable {
  private var buffer: [UInt8] = []
  private var start = 0
  private var hasBegun = false

  /// The longest packet, in bytes. OpenSSH sends 256 KB at most.
  static let longestPacket = 1 << 20
  /// The longest line of a banner that is waited for, in bytes.
  private static let longestLine = 400

  /// Takes bytes; they are kept until `next` has returned all packets in them.
  mutating func append(_ bytes: some Collection<UInt8>) {
    if start > 0 {
      buffer.removeSubrange(..<start)
      start = 0
    }
    buffer.append(contentsOf: bytes)
  }

  /// The next packet, without its length; `nil` if it has not arrived as a whole.
  ///
  /// - Throws: `.banner`, `.malformed`
  mutating func next() throws(SFTPError) -> ArraySlice<UInt8>? {
    let rest = buffer[start...]
    guard rest.count >= 5 else { return nil }
    let length = Int(try Self.length(rest))
    guard 5...Self.longestPacket ~= length else {
      if hasBegun { throw .malformed("a packet's length") }
      if let banner = banner(isWhole: false) { throw banner }
      return nil
    }
    guard hasBegun || rest[start + 4] == 2 else { throw .malformed("no VERSION at the beginning") }
    guard rest.count - 4 >= length else { return nil }
    hasBegun = true
    start += 4 + length
    // A copy, so that a piece of it may be kept without all that arrived.
    return ArraySlice(Array(buffer[(start - length)..<start]))
  }

  /// What the end of the connection means after these bytes.
  var end: SFTPError {
    guard start < buffer.count else { return .ended }
    return hasBegun ? .malformed("a packet that ends too early") : banner(isWhole: true) ?? .ended
  }

  /// What came in place of a first packet; `nil` if its first line may go on.
  private func banner(isWhole: Bool) -> SFTPError? {
    let text = buffer.drop { $0 <= 0x20 && $0 != 0x1B }
    // Escape sequences are quoted by their letters.
    let line = text.prefix { $0 >= 0x20 || $0 == 0x09 || $0 == 0x1B }
    guard isWhole || line.count < text.count || buffer.count >= Self.longestLine else { return nil }
    return line.isEmpty
      ? .malformed("no VERSION at the beginning") : .banner(CleanText(bytes: line, limit: 100))
  }

  private static func length(_ bytes: ArraySlice<UInt8>) throws(SFTPError) -> UInt32 {
    var fields = SFTPFields(bytes)
    return try fields.number()
  }
}
