/// The film that a clip is a part of.
package struct Film: Hashable, Sendable {
  package var location: MediaLocation
  /// Where the piece begins in it, in seconds; `nil` if unknown.
  package var start: Double?
  /// In seconds; `nil` if unknown.
  package var duration: Double?

  package init(location: MediaLocation, start: Double? = nil, duration: Double? = nil) {
    self.location = location
    self.start = start
    self.duration = duration
  }
}
