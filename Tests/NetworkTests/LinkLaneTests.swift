import TestSupport
import Testing

/// What connections do to each other on a link, in simulated time.
@Suite struct LinkLaneTests {
  private func bytes(_ count: Int, _ value: UInt8) -> [UInt8] {
    .init(repeating: value, count: count)
  }

  @Test func connectionsShareRateAndDelay() {
    var lane = LinkLane(LinkModel(rate: 1_000, delay: 0.5, packet: 100))
    lane.write(bytes(150, 1), of: 1, at: 0)
    lane.write(bytes(50, 2), of: 2, at: 0)
    #expect(lane.count(of: 1) == 150 && lane.count(of: 2) == 50)
    #expect(lane.receive(until: 0.59).isEmpty)
    #expect(lane.receive(until: 0.61).map(\.connection) == [1])
    #expect(lane.count(of: 1) == 50)
    let rest = lane.receive(until: 0.71)
    #expect(rest.map(\.connection) == [1, 2] || rest.map(\.connection) == [1])
    #expect(lane.nextArrival == nil || lane.receive(until: 1).map(\.connection) == [2])
    #expect(lane.count(of: 1) == 0 && lane.count(of: 2) == 0 && lane.nextArrival == nil)
  }

  @Test func anEndComesAfterWhatWasWritten() {
    var lane = LinkLane(LinkModel(delay: 0.5))
    lane.write(bytes(3_000, 7), of: 1, at: 0)
    lane.end(1, at: 0)
    lane.end(2, isReset: true, at: 0)
    let deliveries = lane.receive(until: 0.5)
    #expect(deliveries.dropLast(2).allSatisfy { $0.connection == 1 })
    #expect(deliveries.suffix(2).map(\.connection) == [1, 2])
    #expect(deliveries.suffix(2).map(\.delivery) == [.end, .reset])
    #expect(lane.count(of: 1) == 0 && lane.count(of: 2) == 0)
  }

  @Test(arguments: 0..<8 as Range<UInt64>) func eachConnectionKeepsItsBytes(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let (rate, delay) = (100_000.0, 0.03)
    var lane = LinkLane(LinkModel(rate: rate, delay: delay))
    var written: [Int: [UInt8]] = [:]
    var received: [Int: [UInt8]] = [:]
    var count = 0
    var time = 0.0
    for _ in 0..<400 {
      let connection = Int.random(in: 0..<4, using: &generator)
      let piece = bytes(
        .random(in: 0...4_000, using: &generator), .random(in: .min ... .max, using: &generator))
      lane.write(piece, of: connection, at: time)
      written[connection, default: []] += piece
      time += Double.random(in: 0...0.04, using: &generator)
      for (connection, delivery) in lane.receive(until: time) {
        guard case .bytes(let bytes) = delivery else { continue }
        received[connection, default: []] += bytes
        count += bytes.count
      }
      #expect(Double(count) <= (time - delay) * rate + 0.001 || count == 0)
      for connection in 0..<4 {
        let left = (written[connection]?.count ?? 0) - (received[connection]?.count ?? 0)
        #expect(lane.count(of: connection) == left)
      }
    }
    for (connection, delivery) in lane.receive(until: .infinity) {
      if case .bytes(let bytes) = delivery { received[connection, default: []] += bytes }
    }
    #expect(received == written.filter { !$0.value.isEmpty })
  }
}
