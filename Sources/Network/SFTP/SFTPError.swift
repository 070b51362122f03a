import Models

/// Why a session of SFTP cannot go on.
enum SFTPError: Error, Hashable, Sendable {
  /// A packet that breaks the protocol, and how.
  case malformed(StaticText)
  /// Text came before the protocol: its first line. A shell prints it at its start.
  case banner(CleanText)
  /// The server speaks another version than 3.
  case version(UInt32)
  /// The connection has ended.
  case ended

  /// What is wrong with a packet.
  enum StaticText: String, Sendable {
    case length = "a packet's length"
    case type = "a packet's type"
    case truncated = "a packet that ends too early"
    case handle = "a handle's length"
    case attributes = "unknown attributes"
    case secondVersion = "a second VERSION"
    case noVersion = "no VERSION at the beginning"
    case toNobody = "a reply to nobody"
    case wrongKind = "a reply of the wrong kind"
    case dataLength = "more data than requested, or none"
  }
}
