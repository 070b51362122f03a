/// Removes jumps from a container's timestamps, as they occur when recordings are joined or a
/// broadcaster's clock is set (docs/decisions/engine-timestamps.md).
///
/// Timestamps are decoding times, which never decrease within a stream. A stream whose times jump
/// continues where it was; the other stream is shifted equally, so that sound and video stay in
/// sync.
package struct TimestampRepair: Hashable, Sendable {
  package enum Stream: Int, Hashable, Sendable, CaseIterable {
    case video
    case sound
  }

  private struct Track: Hashable {
    /// The expected time of the next packet; `nil` before the first.
    var end: Double?
    /// The duration of the last packet, or its distance from the previous one.
    var step = 0.0
    var shift = 0.0
  }

  /// A gap longer than this is a jump, not a pause; in seconds. Same as FFmpeg's
  /// `dts_delta_threshold`.
  static let longestGap = 10.0
  /// Packets may overlap the previous ones by less than this, in seconds; joined recordings often
  /// do.
  static let longestOverlap = 0.5

  /// The maximum assumed duration of packets without one, in seconds.
  private static let longestStep = 1.0

  private var frame = Track()
  private var sound = Track()

  /// The number of jumps so far.
  package private(set) var jumps = 0

  package init() {}

  /// Processes a packet.
  ///
  /// - Parameters:
  ///   - stream: The packet's stream.
  ///   - time: Its decoding time in the file, in seconds; `nil` if it has none.
  ///   - duration: Its duration in seconds; 0 if unknown.
  /// - Returns: The offset to add to its times, in seconds.
  package mutating func shift(
    of stream: Stream, at time: Double?, duration: Double
  ) -> Double {
    var track = stream == .video ? frame : sound
    let other = stream == .video ? sound : frame
    guard let time else { return track.shift }
    // A stream that is just starting is compared with the other one.
    if let end = track.end ?? other.end, !Self.isNear(time + track.shift, end) {
      if Self.isNear(time + other.shift, end) {
        track.shift = other.shift
      } else if track.end != nil {
        track.shift = end - time
        jumps += 1
      }
    }
    let start = time + track.shift
    if duration > 0 {
      track.step = duration
    } else if let end = track.end {
      track.step = min(max(start - (end - track.step), 0), Self.longestStep)
    }
    track.end = start + track.step
    if stream == .video { frame = track } else { sound = track }
    return track.shift
  }

  private static func isNear(_ time: Double, _ end: Double) -> Bool {
    (-longestOverlap...longestGap).contains(time - end)
  }
}
