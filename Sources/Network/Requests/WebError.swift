import Models

/// Why there is no response, or only a part of it.
package enum WebError: Error, Hashable, Sendable {
  /// There is nothing at the address.
  case notFound
  /// Access is denied or needs a login.
  case noPermission
  /// The server or the proxy needs a user name and password.
  case loginNeeded
  /// An HTTP status that no other case stands for.
  case status(Int)
  /// Refused by Flick, with a message for the user.
  case refused(CleanText)
  /// There is no connection, with a message for the user.
  case unreachable(CleanText)
  /// The machine's login would have to ask the user, or was refused, with what `ssh` says.
  case loginRefused(CleanText)
  /// The user interrupted a login that asked.
  case interrupted
  /// The response is not HTTP, or not compressed as it claims.
  case nonsense
  /// The connection closed before the response was complete.
  case brokenOff
  /// The server has stopped sending.
  case stalled
  /// The time limit was exceeded.
  case timedOut
}
