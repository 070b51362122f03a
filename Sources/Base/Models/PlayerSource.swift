/// What a player opens: a clip, or a part of it.
package struct PlayerSource: Hashable, Sendable {
  package var location: MediaLocation
  /// The part that is played; `nil` for the whole clip.
  package var span: TimeSpan?
  /// Where it starts, in seconds since the clip's first frame; `nil` where it was left.
  package var startTime: Double?

  /// The same wherever it starts.
  package var content: Self { Self(location, span: span) }

  package init(_ location: MediaLocation, span: TimeSpan? = nil, startTime: Double? = nil) {
    self.location = location
    self.span = span
    self.startTime = startTime
  }
}
