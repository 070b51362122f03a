/// Detects a device that takes sound as fast as it is offered, such as one that writes a file.
package struct UnpacedWatch: Hashable, Sendable {
  /// How far a device may run ahead of the host's clock, as a fraction of its buffer.
  static let tolerance = 0.75
  static let strikesNeeded = 2

  private var strikes = 0

  /// Whether the device is not paced; its delay is then meaningless.
  package private(set) var isUnpaced = false

  package init() {}

  /// Records a status.
  ///
  /// - Parameters:
  ///   - elapsed: Seconds since the first frame was written.
  ///   - written: Frames written since then.
  ///   - status: The device's status after the last write.
  ///   - buffering: The device's buffer sizes.
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
