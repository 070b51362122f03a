import Models

/// What is asked of a web server.
package struct WebRequest: Hashable, Sendable {
  /// Bytes asked for, from the first to the last.
  package struct Part: Hashable, Sendable {
    package var first: Int64
    /// `nil` for all there are.
    package var last: Int64?

    /// Creates a part.
    package init(first: Int64, last: Int64? = nil) {
      self.first = first
      self.last = last
    }
  }

  package var address: RemoteAddress
  /// `nil` for the whole.
  package var part: Part?
  /// Whether it may be compressed on its way: pages of feeds and playlists, never clips.
  package var isCompressible = false
  /// The media types wanted, as the field `Accept` has them; `nil` for any.
  package var types: String?
  /// What is known of it already: the same is not sent again.
  package var validators = WebValidators()
  /// A server that sends nothing for so long is gone; in seconds.
  package var stallLimit = 8.0
  /// What is not all here by then is given up; in seconds, `nil` for no limit.
  package var totalLimit: Double?
  /// How long to wait before it is asked for, in seconds.
  package var delay = 0.0

  /// Creates a request for all of what is at an address.
  package init(_ address: RemoteAddress) {
    self.address = address
  }
}

/// What a server says of the state of a file, by which the same file need not be sent again.
package struct WebValidators: Hashable, Sendable {
  /// Its entity tag (RFC 9110, 8.8.3).
  package var tag: String?
  /// When it was changed last, in the server's words.
  package var date: String?

  /// Creates validators.
  package init(tag: String? = nil, date: String? = nil) {
    self.tag = tag
    self.date = date
  }

  package var isEmpty: Bool { tag == nil && date == nil }
}
