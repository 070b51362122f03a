import Models

package struct WebRequest: Hashable, Sendable {
  /// A byte range, first and last included.
  package struct Part: Hashable, Sendable {
    package var first: Int64
    /// `nil` for the rest.
    package var last: Int64?

    package init(first: Int64, last: Int64? = nil) {
      self.first = first
      self.last = last
    }
  }

  package var address: RemoteAddress
  /// `nil` for the whole.
  package var part: Part?
  /// Whether the response may be compressed: pages of feeds and playlists, never clips.
  package var isCompressible = false
  /// The accepted media types, as in the field `Accept`; `nil` for any.
  package var types: String?
  /// Validators of a known version, which is not sent again.
  package var validators = WebValidators()
  /// The transfer fails if nothing arrives for this long, in seconds.
  package var stallLimit = 8.0
  /// The transfer fails if it takes longer than this, in seconds; `nil` for no limit.
  package var totalLimit: Double?
  /// The delay before the request, in seconds.
  package var delay = 0.0

  /// Requests everything at an address.
  package init(_ address: RemoteAddress) {
    self.address = address
  }
}

/// A server's identification of a file's version, so that an unchanged file is not sent again.
package struct WebValidators: Hashable, Sendable {
  /// Its entity tag (RFC 9110, 8.8.3).
  package var tag: String?
  /// The date of the last change, as sent by the server.
  package var date: String?

  package init(tag: String? = nil, date: String? = nil) {
    self.tag = tag
    self.date = date
  }

  package var isEmpty: Bool { tag == nil && date == nil }
}
