import Models

/// Why a session of SFTP cannot go on.
enum SFTPError: Error, Hashable, Sendable {
  /// A packet breaks the protocol, and how.
  case malformed(String)
  /// Text came before the protocol: its first line. A shell prints it at its start.
  case banner(CleanText)
  /// The server speaks another version than 3.
  case version(UInt32)
  /// The connection has ended.
  case ended
}
