import Models
import TestSupport

/// The user's terminal at the far end of a link. Times are seconds.
final class FarEnd {
  /// How a terminal answers what it is asked.
  enum Answers: CaseIterable {
    case atOnce, late, never
    /// Not at all, twice, with other numbers, or with what nobody asked for. Never cut short: half an answer
    /// and the next key could read as any key.
    case badly
  }

  let screen: TerminalModel
  private var outward: LinkModel
  private var back: LinkModel
  /// On its own: keys overtake answers that come late.
  private var replies: LinkModel
  private let answers: Answers
  private var mangledCount = 0

  /// Connects a terminal.
  ///
  /// - Parameters:
  ///   - rate: Bytes per second, towards the terminal.
  ///   - delay: Seconds each way.
  init(size: CellSize, rate: Double, delay: Double, answers: Answers) throws {
    guard let screen = TerminalModel(size: size) else { throw Failure("no terminal model") }
    self.screen = screen
    outward = LinkModel(capacity: 64 << 10, rate: rate, delay: delay)
    back = LinkModel(rate: .infinity, delay: delay)
    replies = LinkModel(rate: .infinity, delay: delay + (answers == .late ? 1.3 : 0))
    self.answers = answers
  }

  /// The link stands still.
  func stall(for seconds: Double, at time: Double) { outward.pause(for: seconds, at: time) }

  /// The link becomes faster or slower.
  func change(rate: Double) { outward.change(rate: rate) }

  /// How many bytes the link takes at a time.
  func room(at time: Double) -> Int { outward.capacity - outward.queued(at: time) }

  /// Sends what the program has written.
  func send(_ bytes: [UInt8], at time: Double) { _ = outward.write(bytes[...], at: time) }

  /// Sends what the user has typed.
  func type(_ bytes: [UInt8], at time: Double) { _ = back.write(bytes[...], at: time) }

  /// What is on its way to the program gets lost.
  func dropInput() {
    _ = back.receive(until: .infinity)
    _ = replies.receive(until: .infinity)
  }

  /// Shows what has arrived, and returns what has come back to the program.
  ///
  /// - Parameter seen: Called as often as something else is seen: not amid an update that is shown as a whole.
  func deliver(until time: Double, seen: (TerminalModel) -> Void) -> [UInt8] {
    for packet in outward.receive(until: time) {
      var rest = packet.bytes[...]
      while !rest.isEmpty {
        let end = rest.firstRange(of: Self.endOfUpdate)?.upperBound ?? rest.endIndex
        screen.feed(Array(rest[..<end]))
        rest = rest[end...]
        if !screen.isInsideSynchronizedUpdate { seen(screen) }
      }
      let reply = screen.takeReplies()
      if answers != .never { _ = replies.write(mangled(reply)[...], at: packet.time) }
    }
    return replies.receive(until: time).flatMap(\.bytes)
      + back.receive(until: time).flatMap(\.bytes)
  }

  /// What a terminal makes of an answer that answers badly.
  private func mangled(_ reply: [UInt8]) -> [UInt8] {
    guard answers == .badly, !reply.isEmpty else { return reply }
    mangledCount += 1
    switch mangledCount % 5 {
    case 0: return reply + reply
    case 1: return []
    case 2: return reply.map { (48...57).contains($0) ? 57 : $0 }
    case 3: return Self.nonsense + reply
    default: return reply
    }
  }

  private static let nonsense = Array(
    "\u{1B}[?99999999999999999999;1;1c\u{1B}P>|x\u{1B}]0;y\u{7}\u{1B}\\\u{1B}]11;rgb:zz/q/-1\u{7}\u{1B}[-5;0R\u{1B}_Gi=31;no\u{1B}\\"
      .utf8)

  private static let endOfUpdate = Array("\u{1B}[?2026l".utf8)

  /// When something next happens, if nothing is sent.
  ///
  /// - Parameter isFull: Whether the program waits until the link takes more.
  func nextEvent(after time: Double, isFull: Bool) -> Double {
    [
      outward.nextArrival, back.nextArrival, replies.nextArrival,
      isFull ? outward.nextDeparture(after: time) : nil,
    ]
    .compactMap(\.self).min() ?? .infinity
  }
}
