/// What the way to the terminal is like, and what has been sent over it: for statistics.
package struct LinkReport: Hashable, Sendable {
  /// Frames handed to the terminal so far.
  package var frames = 0
  /// Bytes of all frames so far.
  package var bytes = 0
  /// Frames sent and not yet acknowledged.
  package var framesInFlight = 0
  /// Bytes sent and not yet acknowledged.
  package var bytesInFlight = 0
  /// Whether the terminal acknowledges frames; `nil` until that is known.
  package var isAcknowledging: Bool?
  /// The least round trip lately, in seconds; `nil` before the first answer.
  package var roundTrip: Double?
  /// How much longer the last answer took than that, in seconds.
  package var queueingDelay = 0.0
  /// What arrives at the far end, in bytes a second; `nil` while it is not known.
  package var rate: Double?
  /// What may be sent for a while, in bytes a second: what is known of the link and what the user
  /// allows; 0 where the link travels and nothing is known of it, infinite where nothing limits it.
  package var throughput = Double.infinity
  /// The tolerance in force, in squared levels.
  package var lambda = 0.0
  /// The tolerance that the last frame was sent with, which its byte limit may have made higher.
  package var frameLambda = 0.0
  /// The most bytes the next frame may have; `nil` for any number.
  package var byteLimit: Int?

  /// Creates a report of a link that nothing was sent over.
  package init() {}
}
