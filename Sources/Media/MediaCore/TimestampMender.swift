/// Takes the jumps out of a container's timestamps, as they come where recordings were joined or a
/// broadcaster's clock was set (docs/decisions/engine-timestamps.md).
///
/// Timestamps are decoding times, which never run back within a stream. A stream whose times jump
/// goes on where it was; the other stream then jumps with it, so that sound and frame stay
/// together.
package struct TimestampMender: Hashable, Sendable {
  package enum Stream: Int, Hashable, Sendable, CaseIterable {
    case video
    case sound
  }

  private struct Track: Hashable {
    /// Where the next packet belongs; `nil` before the first.
    var end: Double?
    /// The length of the last packet, or what it came behind the one before.
    var step = 0.0
    var shift = 0.0
  }

  /// A gap longer than this is a jump, not a pause; in seconds. As long as FFmpeg's
  /// `dts_delta_threshold`.
  static let longestGap = 10.0
  /// Packets may overlap those before by less than this, in seconds: joined recordings often do.
  static let longestOverlap = 0.5

  /// Packets of unknown length are taken to last no longer than this, in seconds.
  private static let longestStep = 1.0

  private var frame = Track()
  private var sound = Track()

  /// How many jumps there were.
  package private(set) var jumps = 0

  /// Creates a mender that has seen nothing.
  package init() {}

  /// Takes in a packet.
  ///
  /// - Parameters:
  ///   - stream: Whose it is.
  ///   - time: Its decoding time in seconds as it is in the file; `nil` if it has none.
  ///   - duration: Its length in seconds; 0 if unknown.
  /// - Returns: What to add to its times, in seconds.
  package mutating func shift(
    of stream: Stream, at time: Double?, duration: Double
  ) -> Double {
    var track = stream == .video ? frame : sound
    let other = stream == .video ? sound : frame
    guard let time else { return track.shift }
    // A stream that only begins is measured against the other one.
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
