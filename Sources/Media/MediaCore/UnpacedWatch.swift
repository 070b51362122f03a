/// Notices a device that takes sound as fast as it is given, such as one that writes a file.
package struct UnpacedWatch: Hashable, Sendable {
  /// By how much of its buffer a device may run ahead of the host's clock.
  static let tolerance = 0.75
  static let strikesNeeded = 2

  private var strikes = 0

  /// Whether the device has no pace of its own; its delay then means nothing.
  package private(set) var isUnpaced = false

  /// Creates a watch over a device that has just been opened.
  package init() {}

  /// Takes in a status.
  ///
  /// - Parameters:
  ///   - elapsed: Seconds since the first frame was written.
  ///   - written: Frames written since then.
  ///   - status: What the device says after the last write.
  ///   - buffering: What the device holds.
  package mutating func observe(
    elapsed: Double, written: Int, status: AudioStatus, buffering: AudioBuffering
  ) {
    guard !isUnpaced else { return }
    let queued = max(buffering.bufferFrames - status.availableFrames, 0)
    let consumed = Double(written - queued)
    let possible = elapsed * AudioFormat.rate
    let isAhead = consumed > possible + Self.tolerance * Double(buffering.bufferFrames)
    strikes = isAhead && status.delayFrames <= 0 ? strikes + 1 : 0
    isUnpaced = strikes >= Self.strikesNeeded
  }
}
