import Models

/// Puts pieces of sound where their timestamps say: gaps become silence, overlaps are cut.
///
/// Counts in frames from the start of a stretch of play, so that the frames written so far are the
/// time played so far, whatever a decoder leaves out at its start or repeats after a seek.
package struct AudioPlacement: Hashable, Sendable {
  /// What to do with a piece of sound: how many frames of silence to write first, how many to leave
  /// out at the head of the piece, and how many of it to write after that.
  package typealias Decision = (silence: Int, skipped: Int, kept: Int)

  /// Timestamps rounded to milliseconds, as Matroska has them, jitter by less than this; correcting
  /// that would click at every piece.
  static let tolerance = 0.005
  /// A larger jump, in seconds, is a broken timestamp, not a pause in the sound.
  static let discontinuity = 10.0
  /// Sound may begin this many seconds after the frame.
  static let latestStart = 600.0

  private let origin: Double
  // What timestamps are off by since they jumped.
  private var shift = 0.0

  /// Frames placed since the origin.
  package private(set) var frames = 0

  /// Creates a placement.
  ///
  /// - Parameter origin: Stream time of the first frame to be placed, in seconds.
  package init(origin: Double) {
    self.origin = origin
  }

  /// Stream time just behind the last frame placed, in seconds.
  package var end: Double { origin + Double(frames) / AudioFormat.rate }

  /// Places a piece.
  ///
  /// - Parameters:
  ///   - time: Stream time of its first frame, in seconds; one that is not plausible counts as
  ///     the end of what was placed.
  ///   - count: How many frames it has.
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

  /// Accounts for frames of silence written without a piece.
  package mutating func placeSilence(_ count: Int) {
    frames += max(count, 0)
  }

  /// How many frames are missing up to a stream time; 0 if it is behind what was placed, or not
  /// plausible.
  package func framesMissing(until time: Double) -> Int {
    guard let time = MediaTime.plausible(time) else { return 0 }
    return max(max(Int(saturating: (time - origin) * AudioFormat.rate), 0) - frames, 0)
  }

  /// Starts a new turn of a loop here: jumps of the turn before mean nothing to it.
  package mutating func beginTurn() {
    shift = 0
  }
}
