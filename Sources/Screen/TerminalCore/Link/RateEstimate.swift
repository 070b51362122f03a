import Glibc

/// How many bytes a second a link carries, from the times that pieces of a stream took to come
/// through it.
///
/// It is the bytes of the latest pieces over the time they took, so that pieces which arrive in
/// lumps (as a packet of SSH, or what a terminal reads at once) do no harm as long as nothing but
/// time in which the link was busy is counted.
struct RateEstimate: Sendable {
  /// Weighted sums, newer pieces counting more.
  private var bytes = 0.0
  private var seconds = 0.0

  /// What a piece counts after another one: about seven pieces are remembered…
  private static let memory = 0.86
  /// … and not much longer than this, in seconds.
  private static let span = 0.5
  /// Shorter pieces, in bytes, tell more of the terminal's idle turns than of the link: they can
  /// only show that it is faster.
  private static let shortest = 1448
  /// What a TCP segment carries on Ethernet.
  private static let packet = 1448
  /// Faster than any terminal, in bytes a second.
  static let highest = 1e9

  /// Bytes a second, from 1 to `highest`; `nil` before the first piece.
  var value: Double? {
    guard bytes > 0 else { return nil }
    return min(max(bytes / max(seconds, 1e-9), 1), Self.highest)
  }

  /// Takes a piece that kept the link busy for a time.
  ///
  /// - Parameters:
  ///   - count: Its bytes.
  ///   - duration: From its first packet's arrival to its last one's, or longer if it followed
  ///     another piece.
  ///   - isContinued: Whether it did.
  mutating func add(bytes count: Int, seconds duration: Double, isContinued: Bool) {
    guard count >= 0, duration >= 0, duration < .infinity else { return }
    // The first packet was there when the time began.
    let count = isContinued ? count : max(count - Self.packet, 0)
    if count < Self.shortest, let value, Double(count) < value * duration { return }
    guard count >= Self.shortest || bytes > 0 else { return }
    let weight = min(Self.memory, exp(-duration / Self.span))
    bytes = bytes * weight + Double(count)
    seconds = seconds * weight + duration
  }

  /// Takes the time the link was busy between two pieces: it belongs to the next one.
  mutating func addGap(seconds duration: Double) {
    guard bytes > 0, duration > 0, duration < .infinity else { return }
    seconds += duration
  }
}
