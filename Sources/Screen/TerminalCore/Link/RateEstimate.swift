import Glibc

/// The bytes a second of a link, from the transmission times of parts of a stream.
///
/// It is the bytes of the latest parts over their time. So bursty arrival (an SSH packet, or one
/// read of a terminal) does no harm as long as only busy time of the link is counted.
struct RateEstimate: Sendable {
  /// Weighted sums; newer parts count more.
  private var bytes = 0.0
  private var seconds = 0.0

  /// The weight of a part after another one: about seven parts are remembered…
  private static let memory = 0.86
  /// … and for not much longer than this, in seconds.
  private static let span = 0.5
  /// Shorter parts, in bytes, reflect the terminal's idle time more than the link: they can only
  /// show that it is faster.
  private static let shortest = 1448
  /// The payload of a TCP segment on Ethernet.
  private static let packet = 1448
  /// Faster than any terminal, in bytes a second.
  static let highest = 1e9

  /// Bytes a second, from 1 to `highest`; `nil` before the first part.
  var value: Double? {
    guard bytes > 0 else { return nil }
    return min(max(bytes / max(seconds, 1e-9), 1), Self.highest)
  }

  /// Adds a part that kept the link busy for a time.
  ///
  /// - Parameters:
  ///   - count: Its bytes.
  ///   - duration: From the arrival of its first packet to that of its last, or longer if it
  ///     followed another part.
  ///   - isContinued: Whether it did.
  mutating func add(bytes count: Int, seconds duration: Double, isContinued: Bool) {
    guard count >= 0, duration >= 0, duration < .infinity else { return }
    // The first packet had arrived when the time started.
    let count = isContinued ? count : max(count - Self.packet, 0)
    if count < Self.shortest, let value, Double(count) < value * duration { return }
    guard count >= Self.shortest || bytes > 0 else { return }
    let weight = min(Self.memory, exp(-duration / Self.span))
    bytes = bytes * weight + Double(count)
    seconds = seconds * weight + duration
  }

  /// Adds busy time of the link between two parts: it belongs to the next one.
  mutating func addGap(seconds duration: Double) {
    guard bytes > 0, duration > 0, duration < .infinity else { return }
    seconds += duration
  }
}
