/// What has become of a clip since it was opened.
package struct MediaGrowth: Hashable, Sendable {
  /// Its length by now, in seconds; `nil` if unknown.
  package var duration: Double?
  /// Whether more of it is being written.
  package var isGoingOn: Bool

  /// Creates a growth.
  package init(duration: Double?, isGoingOn: Bool) {
    self.duration = duration
    self.isGoingOn = isGoingOn
  }
}
