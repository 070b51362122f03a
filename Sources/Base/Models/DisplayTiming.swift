/// What the way to the eye asks of the frames: when they leave, and how often.
package struct DisplayTiming: Hashable, Sendable {
  /// Seconds by which frames are shown before the sound that belongs to them is heard here: as
  /// long as they travel. From 0 to `longestLead`.
  package var lead: Double

  /// The least time between two frames of a clip in motion, in seconds; 0 shows every one.
  package var shortestInterval: Double

  /// Beyond this the sound, which may travel on a way of its own, and the keys would seem wrong.
  package static let longestLead = 0.25

  /// Creates a timing.
  package init(lead: Double = 0, shortestInterval: Double = 0) {
    self.lead = lead
    self.shortestInterval = shortestInterval
  }
}
