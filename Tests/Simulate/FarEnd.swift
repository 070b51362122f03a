import Models
import TestSupport

/// The user's terminal at the far end of a link. Times are seconds.
final class FarEnd {
  let screen: TerminalModel
  private var outward: LinkModel
  private var back: LinkModel
  /// How many bytes have been shown.
  private(set) var shownCount = 0

  /// Connects a terminal.
  ///
  /// - Parameters:
  ///   - rate: Bytes per second, towards the terminal.
  ///   - delay: Seconds each way.
  init(size: CellSize, rate: Double, delay: Double) throws {
    guard let screen = TerminalModel(size: size) else { throw Failure("no terminal model") }
    self.screen = screen
    outward = LinkModel(capacity: 64 << 10, rate: rate, delay: delay)
    back = LinkModel(rate: .infinity, delay: delay)
  }

  /// How many bytes the link takes at a time.
  func room(at time: Double) -> Int { outward.capacity - outward.queued(at: time) }

  /// Sends what the program has written.
  func send(_ bytes: [UInt8], at time: Double) { _ = outward.write(bytes[...], at: time) }

  /// Sends what the user has typed.
  func type(_ bytes: [UInt8], at time: Double) { _ = back.write(bytes[...], at: time) }

  /// What is on its way to the program gets lost.
  func dropInput() { _ = back.receive(until: .infinity) }

  /// Shows what has arrived, and returns what has come back to the program.
  func deliver(until time: Double) -> [UInt8] {
    for packet in outward.receive(until: time) {
      screen.feed(packet.bytes)
      shownCount += packet.bytes.count
      _ = back.write(screen.takeReplies()[...], at: packet.time)
    }
    return back.receive(until: time).flatMap(\.bytes)
  }

  /// When something next happens, if nothing is sent.
  ///
  /// - Parameter isFull: Whether the program waits until the link takes more.
  func nextEvent(after time: Double, isFull: Bool) -> Double {
    [outward.nextArrival, back.nextArrival, isFull ? outward.nextDeparture(after: time) : nil]
      .compactMap(\.self).min() ?? .infinity
  }
}
