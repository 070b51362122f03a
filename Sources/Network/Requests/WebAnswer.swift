import Models

/// What a server says before the bytes it sends.
package struct WebAnswer: Hashable, Sendable {
  /// Where it was found, redirects followed.
  package var address: RemoteAddress
  /// Whether the server it came from is one of the public web.
  package var isPublic: Bool
  /// It is what the validators of the request say; no bytes follow.
  package var isUnchanged = false
  /// Where the first byte that follows stands in the file.
  package var start: Int64 = 0
  /// Bytes that follow; `nil` if the server does not say.
  package var count: Int64?
  /// Bytes in the whole file; `nil` if the server does not say.
  package var total: Int64?
  /// Whether the server sends parts of it; `nil` if it does not say.
  package var sendsParts: Bool?
  /// The media type, with its parameters.
  package var type: String?
  package var validators = WebValidators()

  /// Creates an answer.
  package init(address: RemoteAddress, isPublic: Bool) {
    self.address = address
    self.isPublic = isPublic
  }
}

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
