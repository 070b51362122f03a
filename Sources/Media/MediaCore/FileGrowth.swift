import Models

/// Follows a file that may still be written: how much there is of it, how long that plays, and how far
/// it can be read without coming to an end that is none (docs/decisions/engine-files.md).
///
/// What lies behind the place that was read last is counted at what a second has taken up to there.
package struct FileGrowth: Hashable, Sendable {
  /// Bytes in the file when it was looked at last.
  package private(set) var byteCount: Int64
  /// How long it plays by its header, in seconds, however much of it there is; `nil` if that says
  /// nothing.
  package var told: Double?
  /// Whether it has ever grown.
  package private(set) var hasGrown = false

  private var grownAt = 0.0
  private var knownBytes: Int64 = 0
  private var knownSeconds = 0.0
  private var reachedSeconds = 0.0
  private var largestPiece: Int64 = 0
  private var isHeld = false

  /// A writer that has added nothing for so long has finished, in seconds. ffmpeg writes Matroska by
  /// clusters of 5 s.
  static let patience = 8.0
  /// What containers put around the pieces of their streams, in bytes.
  private static let overhead: Int64 = 4096

  /// Begins with a file of so many bytes.
  package init(byteCount: Int64) {
    self.byteCount = max(byteCount, 0)
  }

  /// Takes in how many bytes there are at a host time, in seconds.
  package mutating func note(byteCount: Int64, at now: Double) {
    if byteCount > self.byteCount {
      hasGrown = true
      grownAt = now
    }
    self.byteCount = max(byteCount, 0)
  }

  /// Takes in that the bytes up to a place play for so many seconds, or a little more.
  package mutating func noteLength(_ seconds: Double, upTo place: Int64) {
    guard seconds > 0, seconds < .infinity else { return }
    reachedSeconds = max(reachedSeconds, seconds)
    guard place > knownBytes else { return }
    knownBytes = place
    knownSeconds = seconds
  }

  /// Takes in that a piece of a stream has so many bytes.
  package mutating func notePiece(_ bytes: Int) {
    largestPiece = max(largestPiece, Int64(bytes))
  }

  /// Whether more is to be expected at a host time.
  package func isGoingOn(at now: Double) -> Bool { hasGrown && now - grownAt < Self.patience }

  /// How long all there is plays, in seconds; `nil` while nothing is known of it.
  package var duration: Double? {
    if let told { return max(told, reachedSeconds) }
    guard knownBytes > 0 else { return nil }
    let counted = knownSeconds * Double(max(byteCount, knownBytes)) / Double(knownBytes)
    return max(counted, reachedSeconds)
  }

  /// Whether to read on from a place. Close behind the writer libav would meet half a piece, and take
  /// it for damage or the end: a second is left in between, and twice that once it was too little.
  package mutating func admits(readingFrom place: Int64, at now: Double) -> Bool {
    guard isGoingOn(at: now) else {
      isHeld = false
      return true
    }
    isHeld = byteCount - min(max(place, 0), byteCount) < (isHeld ? 2 * margin : margin)
    return !isHeld
  }

  private var margin: Int64 {
    let second = knownSeconds > 0 ? Double(knownBytes) / knownSeconds : 0
    let pieces = min(largestPiece, 1 << 40) * 2 + Self.overhead
    return max(Int64(Int(saturating: min(second, 0x1p40))), pieces)
  }
}
