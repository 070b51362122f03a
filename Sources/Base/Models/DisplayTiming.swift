/// When frames are sent and how often, given the path to the viewer's eye.
package struct DisplayTiming: Hashable, Sendable {
  /// Seconds by which frames are shown before their sound is heard here, to make up for their
  /// travel time. From 0 to `longestLead`.
  package var lead: Double

  /// The minimum time between two frames of a moving clip, in seconds; 0 shows every frame.
  package var shortestInterval: Double

  /// Beyond this, sound (which may take a path of its own) and keys would feel out of sync.
  package static let longestLead = 0.25

  package init(lead: Double = 0, shortestInterval: Double = 0) {
    self.lead = lead
    self.shortestInterval = shortestInterval
  }
}
