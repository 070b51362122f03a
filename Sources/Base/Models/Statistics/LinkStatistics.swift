/// What has been sent to the terminal, and the state of the link.
package struct LinkStatistics: Hashable, Sendable {
  /// Frames sent to the terminal since the start, and their bytes.
  package var frames = 0
  package var bytes = 0
  /// Frames and bytes per second, recently; filled in by a caller that samples repeatedly.
  package var framesPerSecond = 0.0
  package var bytesPerSecond = 0.0
  /// Frames and bytes not yet acknowledged by the terminal.
  package var framesInFlight = 0
  package var bytesInFlight = 0
  /// Whether the terminal acknowledges frames; `nil` while unknown.
  package var isAcknowledging: Bool?
  /// The shortest recent round trip, in seconds; `nil` before the first acknowledgement.
  package var roundTrip: Double?
  /// The last round trip's excess over that, in seconds.
  package var queueingDelay = 0.0
  /// The rate at which data arrives at the far end, in bytes per second; `nil` while unknown.
  package var rate: Double?
  /// The rate at which data may currently be sent, in bytes per second, from the known link rate
  /// and the user's limit; 0 on a remote link of unknown rate, infinite without a limit.
  package var throughput = Double.infinity
  /// How far a cell may differ from its frame before it is sent again, in squared levels: as
  /// required by the link, and as used for the last frame.
  package var tolerance = 0.0
  package var frameTolerance = 0.0
  /// The maximum size of the next frame in bytes; `nil` for no limit.
  package var byteLimit: Int?

  package init() {}

  /// Bytes per frame, recently; `nil` if there was none.
  package var bytesPerFrame: Double? {
    framesPerSecond > 0 ? bytesPerSecond / framesPerSecond : nil
  }
}
