/// One direction of a slow link: a buffer of limited size, from which packets leave at a rate and
/// arrive after a delay. A value in simulated time: nothing waits
/// (docs/decisions/tests-benchmarks.md).
package struct LinkModel: Sendable {
  /// The capacity of the buffers on the link, in bytes.
  package let capacity: Int
  /// Bytes per second; infinite for a link that never fills.
  package private(set) var rate: Double
  /// Seconds from leaving the buffer until arrival.
  package let delay: Double

  /// A packet in flight, with the times at which it leaves the buffer and arrives.
  private struct Packet {
    var bytes: [UInt8]
    var departure: Double
    var arrival: Double
  }

  /// What leaves and arrives at once, in bytes.
  let largestPacket: Int

  private var packets: [Packet] = []
  private var busyUntil = -Double.infinity

  /// Creates an empty link.
  ///
  /// - Parameter packet: What leaves and arrives at once, in bytes; by default the payload of a TCP
  ///   stream in an Ethernet frame.
  package init(
    capacity: Int = 2 << 20, rate: Double = .infinity, delay: Double, packet: Int = 1448
  ) {
    largestPacket = packet
    self.capacity = capacity
    self.rate = rate
    self.delay = delay
  }

  /// Bytes in the buffer at a time.
  package func queued(at time: Double) -> Int {
    packets.reduce(0) { $1.departure > time ? $0 + $1.bytes.count : $0 }
  }

  /// Writes bytes to the buffer.
  ///
  /// - Returns: How many the buffer took; the rest must be offered again later.
  package mutating func write(_ bytes: ArraySlice<UInt8>, at time: Double) -> Int {
    let count = min(bytes.count, max(capacity - queued(at: time), 0))
    var rest = bytes.prefix(count)
    while !rest.isEmpty {
      let piece = rest.prefix(largestPacket)
      rest = rest.dropFirst(piece.count)
      busyUntil = max(busyUntil, time) + Double(piece.count) / rate
      packets.append(
        Packet(bytes: Array(piece), departure: busyUntil, arrival: busyUntil + delay))
    }
    return count
  }

  /// Becomes faster or slower for what is written from now on.
  package mutating func change(rate: Double) { self.rate = rate }

  /// Stands still from a time on: what has not left the buffer by then leaves so much later.
  package mutating func pause(for seconds: Double, at time: Double) {
    for index in packets.indices where packets[index].departure > time {
      packets[index].departure += seconds
      packets[index].arrival += seconds
    }
    busyUntil = max(busyUntil, time) + seconds
  }

  /// When the next bytes arrive; `nil` if none are in flight.
  package var nextArrival: Double? { packets.first?.arrival }

  /// When the buffer next has more room than at a time; `nil` if it is empty.
  package func nextDeparture(after time: Double) -> Double? {
    packets.first { $0.departure > time }?.departure
  }

  /// Returns what has arrived by a time, in order, with the times of arrival.
  package mutating func receive(until time: Double) -> [(time: Double, bytes: [UInt8])] {
    let count = packets.firstIndex { $0.arrival > time } ?? packets.count
    defer { packets.removeFirst(count) }
    return packets.prefix(count).map { ($0.arrival, $0.bytes) }
  }
}
