import Glibc
import Platform
import TestSupport
import Testing

/// The proxy in real time. Times are only compared with what is the least possible, so that a slow
/// machine makes no difference.
@Suite struct LinkProxyTests {
  private let listener: Peer
  private let port: Int

  init() throws {
    listener = Peer(try Loopback.bind())
    port = Loopback.port(of: listener.descriptor)
    listener.limit(SO_RCVBUF, to: 64 << 10)
    #expect(listen(listener.descriptor, 16) == 0)
  }

  private func random(_ count: Int, seed: UInt64) -> [UInt8] {
    var generator = SeededGenerator(seed: seed)
    return (0..<count / 8).flatMap { _ in
      withUnsafeBytes(of: UInt64.random(in: .min ... .max, using: &generator), Array.init)
    }
  }

  /// A connection through a proxy: the client, then the server.
  private func connect(_ proxy: LinkProxy) throws -> (client: Peer, server: Peer) {
    let client = try Peer(to: proxy.port)
    return (client, try #require(listener.accept()))
  }

  @Test(arguments: [.infinity, 4e6]) func streamsComeThroughAndEnd(rate: Double) throws {
    let proxy = try LinkProxy(to: port, roundTrip: 0.02, rate: rate)
    let (client, server) = try connect(proxy)
    let (question, answer) = (random(400_000, seed: 1), random(800_000, seed: 2))
    let sender = WorkerThread(name: "sender") {
      #expect(client.send(question) == question.count)
      client.end()
    }
    #expect(server.receive(question.count) == .bytes(question))
    // One direction has ended; the other one has not.
    #expect(server.receive(1) == .end)
    sender.join()
    let replier = WorkerThread(name: "replier") {
      #expect(server.send(answer) == answer.count)
      server.end()
    }
    #expect(client.receive(answer.count) == .bytes(answer))
    #expect(client.receive(1) == .end)
    replier.join()
    #expect(blockUntil { proxy.traffic.openCount == 0 })
    let traffic = proxy.traffic
    #expect(traffic.toServer == question.count && traffic.toClient == answer.count)
    #expect(traffic.connectionCount == 1)
  }

  @Test func nothingArrivesBeforeItsTime() throws {
    let (roundTrip, rate) = (0.1, 1e6)
    let proxy = try LinkProxy(to: port, roundTrip: roundTrip, rate: rate)
    let start = HostTime.now
    let (client, server) = try connect(proxy)
    #expect(HostTime.now >= start + 1.5 * roundTrip)
    #expect(server.send([1]) == 1)
    #expect(client.receive(1) == .bytes([1]))
    #expect(HostTime.now >= start + 2 * roundTrip)
    let asked = HostTime.now
    #expect(client.send([2]) == 1)
    #expect(server.receive(1) == .bytes([2]))
    #expect(HostTime.now >= asked + roundTrip / 2)
    let answer = random(100_000, seed: 3)
    #expect(server.send(answer) == answer.count)
    #expect(client.receive(answer.count) == .bytes(answer))
    #expect(HostTime.now >= asked + roundTrip + Double(answer.count) / rate)
  }

  @Test func connectionsShareTheRate() throws {
    let rate = 1e6
    let proxy = try LinkProxy(to: port, roundTrip: 0.01, rate: rate)
    let connections = try (0..<4).map { _ in try connect(proxy) }
    let start = HostTime.now
    let piece = random(40_000, seed: 4)
    for connection in connections { #expect(connection.server.send(piece) == piece.count) }
    for connection in connections {
      #expect(connection.client.receive(piece.count) == .bytes(piece))
    }
    #expect(HostTime.now >= start + Double(4 * piece.count) / rate)
  }

  @Test func whoDoesNotReadHoldsTheSenderBack() throws {
    let (roundTrip, rate, slack) = (0.01, 50e6, 64 << 10)
    let proxy = try LinkProxy(to: port, roundTrip: roundTrip, rate: rate, slack: slack)
    let (client, server) = try connect(proxy)
    client.limit(SO_SNDBUF, to: 64 << 10)
    let bytes = [UInt8](repeating: 7, count: 32 << 20)
    let taken = client.send(bytes, within: 1)
    // The window, and twice what the client's and the proxy's socket may buffer.
    let limit = Int(rate * roundTrip) + slack + 2 * 2 * (128 << 10)
    #expect(blockUntil { taken - proxy.traffic.toServer <= limit })
    #expect(taken < bytes.count)
    #expect(server.receive(taken) == .bytes(Array(bytes.prefix(taken))))
    withExtendedLifetime(client) {}
  }

  @Test func cutBreaksAllConnectionsUntilRestored() throws {
    let proxy = try LinkProxy(to: port, roundTrip: 0.01)
    for round in 0..<5 {
      let connections = try (0..<3).map { _ in try connect(proxy) }
      for (client, server) in connections {
        #expect(client.send([1]) == 1)
        #expect(server.receive(1) == .bytes([1]))
      }
      #expect(proxy.traffic.openCount == 3)
      proxy.cut()
      #expect(proxy.traffic.openCount == 0)
      for (client, server) in connections {
        #expect(client.receive(1) == .failure(ECONNRESET))
        #expect(server.receive(1) == .failure(ECONNRESET))
      }
      #expect(try Peer(to: proxy.port).receive(1) == .failure(ECONNREFUSED))
      proxy.restore()
      #expect(proxy.traffic.connectionCount == 3 * (round + 1))
    }
  }

  @Test func aPeerThatIsGoneBreaksTheConnection() throws {
    let proxy = try LinkProxy(to: port, roundTrip: 0.01)
    var client: Peer? = try Peer(to: proxy.port)
    let server = try #require(listener.accept())
    #expect(server.send([1, 2]) == 2)
    #expect(client?.receive(1) == .bytes([1]))
    // With a byte unread, closing resets the connection.
    client = nil
    #expect(server.receive(1) == .failure(ECONNRESET))
    #expect(blockUntil { proxy.traffic.openCount == 0 })
    let absent = try LinkProxy(to: unusedPort(), roundTrip: 0.01)
    #expect(try Peer(to: absent.port).receive(1) == .failure(ECONNRESET))
  }

  /// A port on which nobody listens.
  private func unusedPort() throws -> Int {
    Loopback.port(of: Peer(try Loopback.bind()).descriptor)
  }

  @Test func stopClosesEverything() throws {
    let proxy = try LinkProxy(to: port, roundTrip: 0.01)
    let (client, server) = try connect(proxy)
    proxy.stop()
    #expect(client.receive(1) == .failure(ECONNRESET))
    #expect(server.receive(1) == .failure(ECONNRESET))
    #expect(!Loopback.listens(on: proxy.port))
    // Those after the end return at once.
    proxy.cut()
    proxy.restore()
    proxy.stop()
  }
}
