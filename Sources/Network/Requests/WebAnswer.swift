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
