/// What has been sent to the terminal, and what the way there is like.
package struct LinkStatistics: Hashable, Sendable {
  /// Frames handed to the terminal since the start, and their bytes.
  package var frames = 0
  package var bytes = 0
  /// Frames and bytes a second, lately; whoever looks again and again fills them in.
  package var framesPerSecond = 0.0
  package var bytesPerSecond = 0.0
  /// Frames and bytes that the terminal has not acknowledged yet.
  package var framesInFlight = 0
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
  /// How far a cell may be from its frame before it is sent anew, in squared levels: what the link
  /// asks for, and what the last frame was sent with.
  package var tolerance = 0.0
  package var frameTolerance = 0.0
  /// The most bytes the next frame may have; `nil` for any number.
  package var byteLimit: Int?

  /// Creates statistics of a link that nothing was sent over.
  package init() {}

  /// Bytes a frame, lately; `nil` if there was none.
  package var bytesPerFrame: Double? {
    framesPerSecond > 0 ? bytesPerSecond / framesPerSecond : nil
  }
}
