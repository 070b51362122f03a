/// One way of a slow link: a buffer of some bytes, from which packets leave at a rate and arrive a
/// delay later. A value in made-up time: nothing waits (docs/decisions/tests-benchmarks.md).
package struct LinkModel: Sendable {
  /// What the buffers on the way hold, in bytes.
  package let capacity: Int
  /// Bytes a second; infinite for a link that never fills.
  package let rate: Double
  /// Seconds from leaving the buffer to the far end.
  package let delay: Double

  /// A piece on its way, with the times at which it has left the buffer and has arrived.
  private struct Packet {
    var bytes: [UInt8]
    var departure: Double
    var arrival: Double
  }

  /// What an Ethernet frame carries of a TCP stream.
  private static let largestPacket = 1448

  private var packets: [Packet] = []
  private var busyUntil = -Double.infinity

  /// Creates a link that is empty.
  package init(capacity: Int = 2 << 20, rate: Double = .infinity, delay: Double) {
    self.capacity = capacity
    self.rate = rate
    self.delay = delay
  }

  /// Bytes in the buffer at a time.
  package func queued(at time: Double) -> Int {
    packets.reduce(0) { $1.departure > time ? $0 + $1.bytes.count : $0 }
  }

  /// Puts bytes in.
  ///
  /// - Returns: How many the buffer took; the rest must be offered again later.
  package mutating func write(_ bytes: ArraySlice<UInt8>, at time: Double) -> Int {
    let count = min(bytes.count, max(capacity - queued(at: time), 0))
    var rest = bytes.prefix(count)
    while !rest.isEmpty {
      let piece = rest.prefix(Self.largestPacket)
      rest = rest.dropFirst(piece.count)
      busyUntil = max(busyUntil, time) + Double(piece.count) / rate
      packets.append(
        Packet(bytes: Array(piece), departure: busyUntil, arrival: busyUntil + delay))
    }
    return count
  }

  /// When the next bytes arrive; `nil` if none are on their way.
  package var nextArrival: Double? { packets.first?.arrival }

  /// When the buffer next takes more than it does at a time; `nil` if it is empty.
  package func nextDeparture(after time: Double) -> Double? {
    packets.first { $0.departure > time }?.departure
  }

  /// Takes what has arrived by a time, in order, with the time of its arrival.
  package mutating func receive(until time: Double) -> [(time: Double, bytes: [UInt8])] {
    let count = packets.firstIndex { $0.arrival > time } ?? packets.count
    defer { packets.removeFirst(count) }
    return packets.prefix(count).map { ($0.arrival, $0.bytes) }
  }
}
