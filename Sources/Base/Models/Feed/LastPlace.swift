/// Where a user has left a feed.
package struct LastPlace: Hashable, Sendable {
  /// The item on screen.
  package var key: ContentKey
  /// Where the excerpt on screen begins, in seconds of its clip; `nil` if it was none.
  package var excerptStart: Double?

  package init(key: ContentKey, excerptStart: Double? = nil) {
    self.key = key
    self.excerptStart = excerptStart
  }
}
