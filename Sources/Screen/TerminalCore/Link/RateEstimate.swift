import Glibc

/// The bytes a second of a link, from the transmission times of parts of a stream.
///
/// It is the bytes of the latest parts over their time. So bursty arrival (an SSH packet, or one
/// read of a terminal) does no harm as long as only busy time of the link is counted.
struct RateEstimate: Sendable {
  /// Weighted sums; newer parts count more.
  private var bytes = 0.0
  private var seconds = 0.0
  /// Busy time of the link before the next part.
  private var gap = 0.0
  /// Whether all parts so far were too short to measure the rate.
  private(set) var isGuess = false
  /// Whether the last part was much faster than those before.
  private var isDoubted = false

  /// The weight of a part after another one: about seven parts are remembered…
  private static let memory = 0.86
  /// … and for not much longer than this, in seconds.
  private static let span = 0.5
  /// Shorter parts, in bytes, reflect the terminal's idle time more than the link: they can only
  /// show that it is faster.
  private static let shortest = 1448
  /// A part that is this many times faster than the rate does not count before another one is: its
  /// acknowledgements may have been delayed together.
  private static let credible = 4.0
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
  ///   - whole: Its bytes.
  ///   - duration: From the arrival of its first packet to that of its last, or longer if it
  ///     followed another part.
  ///   - isContinued: Whether it did.
  ///   - transmission: From when it was written to the arrival of its last packet.
  ///   - total: From when it was written to its acknowledgement.
  mutating func add(
    bytes whole: Int, seconds duration: Double, isContinued: Bool, transmission: Double = 0,
    total: Double = 0
  ) {
    guard whole >= 0, duration >= 0, duration < .infinity else { return }
    let duration = duration + gap
    gap = 0
    // The first packet had arrived when the time started.
    let count = isContinued ? whole : max(whole - Self.packet, 0)
    let isShort = count < Self.shortest
    var part = (bytes: Double(count), seconds: duration)
    let least = (
      bytes: Double(whole), seconds: max(isShort ? transmission : transmission / 2, total / 16)
    )
    guard let value, !isGuess else {
      return isShort
        ? guess(bytes: whole, seconds: total / 2) : begin(with: Self.slower(part, least))
    }
    let credible = Self.credible * value
    if part.bytes > credible * part.seconds { part = Self.slower(part, least) }
    if isShort {
      guard part.bytes >= value * part.seconds else { return }
    } else {
      // Of a terminal that is silent, only the writing is timed: what fits into a buffer takes no time.
      let isFaster = total > 0 && part.bytes > credible * part.seconds
      defer { isDoubted = isFaster && !isDoubted }
      if isFaster { return isDoubted ? begin(with: part) : () }
    }
    let weight = min(Self.memory, exp(-part.seconds / Self.span))
    bytes = bytes * weight + part.bytes
    seconds = seconds * weight + part.seconds
  }

  /// The slower of two views of a part. Its acknowledgements may come with the same packet, or be
  /// read together by a busy program, so a surprisingly fast one takes at least half of the time that
  /// its transmission seems to have taken. How long that is depends on the round trip, which varies:
  /// it takes at least a sixteenth of the whole, too.
  private static func slower(_ one: Part, _ other: Part) -> Part {
    one.bytes * other.seconds > other.bytes * one.seconds ? other : one
  }

  private typealias Part = (bytes: Double, seconds: Double)

  /// Forgets all parts before one.
  private mutating func begin(with part: Part) {
    (bytes, seconds) = part
    isGuess = false
  }

  /// Adds a part that is too short to measure before any other: its transmission is shorter than the
  /// variation of the round trip. The highest such rate counts.
  private mutating func guess(bytes count: Int, seconds duration: Double) {
    guard count > 0, duration > 0, Double(count) * seconds >= bytes * duration else { return }
    (bytes, seconds, isGuess) = (Double(count), duration, true)
  }

  /// Adds busy time of the link between two parts: it belongs to the next one.
  mutating func addGap(seconds duration: Double) {
    guard bytes > 0, duration > 0, duration < .infinity else { return }
    gap += duration
  }
}
