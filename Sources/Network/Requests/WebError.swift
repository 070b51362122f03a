import Models

/// Why there is no answer, or not all of it.
package enum WebError: Error, Hashable, Sendable {
  /// There is nothing at the address.
  case notFound
  /// It may not be read, or asks for a login.
  case noPermission
  /// The server asks for a name and a password, or the proxy does.
  case loginNeeded
  /// Any other status that is no answer.
  case status(Int)
  /// Something that is not done, in a user's words.
  case refused(CleanText)
  /// There is no connection, in a user's words.
  case unreachable(CleanText)
  /// What the server sends is not HTTP, or not packed as it says.
  case nonsense
  /// The connection ended before all of it was here.
  case brokenOff
  /// The server sends nothing any more.
  case stalled
  /// It took longer than its limit.
  case timedOut
}
