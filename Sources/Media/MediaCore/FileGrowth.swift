import Models

/// Tracks a file that may still be written: its size, its duration, and how far it can be read
/// without running into a premature end (docs/decisions/engine-files.md).
///
/// The part beyond the last position read is assumed to take as many bytes per second as the part
/// before.
package struct FileGrowth: Hashable, Sendable {
  /// The file size in bytes at the last check.
  package private(set) var byteCount: Int64
  /// The duration in its header, in seconds, regardless of how much has been written; `nil` if
  /// there is none.
  package var declared: Double?
  package private(set) var hasGrown = false

  private var grownAt = 0.0
  private var knownBytes: Int64 = 0
  private var knownSeconds = 0.0
  private var reachedSeconds = 0.0
  private var largestPiece: Int64 = 0
  private var isHeld = false

  /// A writer that has added nothing for this long has finished, in seconds. ffmpeg writes Matroska
  /// in clusters of 5 s.
  static let patience = 8.0
  /// The container's overhead around packets, in bytes.
  private static let overhead: Int64 = 4096

  /// Starts with a file of some size in bytes.
  package init(byteCount: Int64) {
    self.byteCount = max(byteCount, 0)
  }

  /// Records the file size at a host time, in seconds.
  package mutating func note(byteCount: Int64, at now: Double) {
    if byteCount > self.byteCount {
      hasGrown = true
      grownAt = now
    }
    self.byteCount = max(byteCount, 0)
  }

  /// Records that the bytes up to a position play for this many seconds, or slightly more.
  package mutating func noteLength(_ seconds: Double, upTo place: Int64) {
    guard seconds > 0, seconds < .infinity else { return }
    reachedSeconds = max(reachedSeconds, seconds)
    guard place > knownBytes else { return }
    knownBytes = place
    knownSeconds = seconds
  }

  /// Records the size of a packet in bytes.
  package mutating func notePiece(_ bytes: Int) {
    largestPiece = max(largestPiece, Int64(bytes))
  }

  /// Whether more is expected at a host time.
  package func isGoingOn(at now: Double) -> Bool { hasGrown && now - grownAt < Self.patience }

  /// The duration of everything written, in seconds; `nil` while unknown.
  package var duration: Double? {
    if let declared { return max(declared, reachedSeconds) }
    guard knownBytes > 0 else { return nil }
    let counted = knownSeconds * Double(max(byteCount, knownBytes)) / Double(knownBytes)
    return max(counted, reachedSeconds)
  }

  /// Whether to continue reading at a position. Close to the end of the file libav would meet a
  /// partial packet, and take it for damage or the end. So reading stays a second behind the
  /// writer, or twice that once it was too little.
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
