import Models

/// Places audio chunks by their timestamps: gaps become silence, overlaps are cut.
///
/// Counts in frames from the start of a stretch of playback, so that the frames written so far are
/// the time played so far, whatever a decoder omits at its start or repeats after a seek.
package struct AudioPlacement: Hashable, Sendable {
  /// What to do with an audio chunk: how many frames of silence to write first, how many to skip at
  /// the head of the chunk, and how many of it to write after that.
  package typealias Decision = (silence: Int, skipped: Int, kept: Int)

  /// Timestamps rounded to milliseconds, as in Matroska, jitter by less than this; correcting that
  /// would click at every chunk.
  static let tolerance = 0.005
  /// A larger jump, in seconds, is a broken timestamp, not a pause in the sound.
  static let discontinuity = 10.0
  /// Sound may begin this many seconds after the video.
  static let latestStart = 600.0

  private let origin: Double
  // The offset of the timestamps since they jumped.
  private var shift = 0.0

  /// Frames placed since the origin.
  package private(set) var frames = 0

  /// Creates a placement.
  ///
  /// - Parameter origin: Stream time of the first frame, in seconds.
  package init(origin: Double) {
    self.origin = origin
  }

  /// Stream time at the end of the last frame placed, in seconds.
  package var end: Double { origin + Double(frames) / AudioFormat.rate }

  /// Places a chunk.
  ///
  /// - Parameters:
  ///   - time: Stream time of its first frame, in seconds; an implausible one is replaced by the
  ///     end of the placed frames.
  ///   - count: Its number of frames.
  /// - Returns: What to write.
  package mutating func place(at time: Double, count: Int) -> Decision {
    var gap = (MediaTime.plausible(time).map { $0 + shift } ?? end) - end
    let longest = frames == 0 ? Self.latestStart : Self.discontinuity
    if gap > longest || gap < -Self.discontinuity {
      shift -= gap
      gap = 0
    }
    if abs(gap) < Self.tolerance { gap = 0 }
    let offset = Int(saturating: gap * AudioFormat.rate)
    let silence = max(offset, 0)
    let skipped = min(max(-offset, 0), count)
    frames += silence + count - skipped
    return (silence, skipped, count - skipped)
  }

  /// Accounts for frames of silence written without a chunk.
  package mutating func placeSilence(_ count: Int) {
    frames += max(count, 0)
  }

  /// The number of frames missing up to a stream time; 0 if it is already covered, or implausible.
  package func framesMissing(until time: Double) -> Int {
    guard let time = MediaTime.plausible(time) else { return 0 }
    return max(max(Int(saturating: (time - origin) * AudioFormat.rate), 0) - frames, 0)
  }

  /// Starts a new turn of a loop here; jumps in the previous turn do not affect it.
  package mutating func beginTurn() {
    shift = 0
  }
}
