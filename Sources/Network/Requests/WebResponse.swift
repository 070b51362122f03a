import Models

/// The head of a server's response.
package struct WebResponse: Hashable, Sendable {
  /// The final address, after redirects.
  package var address: RemoteAddress
  /// Whether the server is on the public web.
  package var isPublic: Bool
  /// Nothing has changed since the request's validators; no bytes follow.
  package var isUnchanged = false
  /// The offset in the file of the first byte that follows.
  package var start: Int64 = 0
  /// Bytes that follow; `nil` if the server does not say.
  package var count: Int64?
  /// Bytes in the whole file; `nil` if the server does not say.
  package var total: Int64?
  /// Whether the server supports ranges; `nil` if it does not say.
  package var sendsParts: Bool?
  /// The media type, with its parameters.
  package var type: String?
  package var validators = WebValidators()
  /// The version of the file; `nil` if the server does not say, as on the web.
  package var version: FileVersion?

  package init(address: RemoteAddress, isPublic: Bool) {
    self.address = address
    self.isPublic = isPublic
  }
}
