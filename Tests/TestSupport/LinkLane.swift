/// One direction of a `LinkProxy`: a link that several connections share, with what each of them
/// has in it. A value in simulated time: nothing waits.
package struct LinkLane: Sendable {
  /// What arrives.
  package enum Delivery: Equatable, Sendable {
    /// Bytes: at least one.
    case bytes([UInt8])
    /// The end of the stream.
    case end
    /// The connection broke at the other end.
    case reset
  }

  /// What a connection has written, in the order in which it leaves.
  private struct Turn {
    let connection: Int
    var count: Int
    /// `nil` for bytes; an end or a reset travels as one byte.
    let signal: Delivery?
  }

  private var link: LinkModel
  private var turns: ArraySlice<Turn> = []
  private var counts: [Int: Int] = [:]

  /// Creates an empty lane.
  ///
  /// - Parameter link: Its rate and delay. How much is in it is limited by `count(of:)` alone.
  package init(_ link: LinkModel) {
    self.link = LinkModel(
      capacity: .max, rate: link.rate, delay: link.delay, packet: link.largestPacket)
  }

  /// How many bytes of a connection are in the link.
  package func count(of connection: Int) -> Int { counts[connection] ?? 0 }

  /// When the next bytes arrive; `nil` if none are in the link.
  package var nextArrival: Double? { link.nextArrival }

  /// Writes bytes of a connection.
  package mutating func write(_ bytes: [UInt8], of connection: Int, at time: Double) {
    add(bytes, Turn(connection: connection, count: bytes.count, signal: nil), at: time)
  }

  /// Ends a connection's stream, after what it has written.
  ///
  /// - Parameter isReset: Whether the connection broke.
  package mutating func end(_ connection: Int, isReset: Bool = false, at time: Double) {
    let signal = isReset ? Delivery.reset : .end
    add([0], Turn(connection: connection, count: 1, signal: signal), at: time)
  }

  private mutating func add(_ bytes: [UInt8], _ turn: Turn, at time: Double) {
    guard turn.count > 0 else { return }
    _ = link.write(bytes[...], at: time)
    turns.append(turn)
    counts[turn.connection, default: 0] += turn.count
  }

  /// Returns what has arrived by a time, in order, and whose it is.
  package mutating func receive(
    until time: Double
  ) -> [(connection: Int, delivery: Delivery)] {
    link.receive(until: time).flatMap { deliveries(of: $0.bytes[...]) }
  }

  private mutating func deliveries(
    of packet: ArraySlice<UInt8>
  ) -> [(connection: Int, delivery: Delivery)] {
    var rest = packet
    var deliveries: [(connection: Int, delivery: Delivery)] = []
    while !rest.isEmpty, let turn = turns.first {
      let piece = rest.prefix(turn.count)
      rest = rest.dropFirst(piece.count)
      deliveries.append((turn.connection, turn.signal ?? .bytes(Array(piece))))
      turns[turns.startIndex].count -= piece.count
      if turn.count == piece.count { turns.removeFirst() }
      let left = count(of: turn.connection) - piece.count
      counts[turn.connection] = left == 0 ? nil : left
    }
    return deliveries
  }
}
