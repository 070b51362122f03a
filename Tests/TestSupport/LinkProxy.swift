import Glibc
import Platform

/// A slow network in front of a server on 127.0.0.1: a TCP proxy whose two directions are
/// `LinkModel`s, in real time.
///
/// All connections share the rate, in the order in which their bytes were read. As TCP does, a new
/// one takes a round trip before it carries data, and no more than a window of each is under way:
/// then nothing is read from that side until some has been delivered. A separate thread moves the
/// bytes. Thread-safe.
package final class LinkProxy: Sendable {
  /// Where clients connect, on 127.0.0.1. It stays reserved while the network is cut.
  package let port: Int
  private let shared = Shared()
  private let thread: WorkerThread

  /// Starts a proxy.
  ///
  /// - Parameters:
  ///   - target: The server's port on 127.0.0.1.
  ///   - roundTrip: Seconds there and back.
  ///   - rate: Bytes per second in each direction.
  ///   - slack: The bytes of a connection that may be under way in one direction, beside what the
  ///     link carries in a round trip.
  /// - Throws: `PtyError` if there is no port for it.
  package init(
    to target: Int, roundTrip: Double, rate: Double = .infinity, slack: Int = 64 << 10
  ) throws(PtyError) {
    let reservation = try Loopback.bind()
    port = Loopback.port(of: reservation)
    // Without a limit, as much as a kernel lets a connection have under way.
    let window = rate.isFinite ? Int(min(rate * roundTrip, 1e9)) + slack : 4 << 20
    let link = LinkModel(
      rate: rate, delay: roundTrip / 2, packet: rate.isFinite ? 1_448 : 64 << 10)
    var pump = LinkProxyPump(
      target: target, roundTrip: roundTrip, window: window, link: link, reservation: reservation,
      shared: shared)
    do {
      try pump.listen()
    } catch {
      pump.close()
      throw error
    }
    thread = WorkerThread(name: "proxy") { [pump] in
      var pump = pump
      pump.run()
    }
  }

  deinit {
    stop()
  }

  /// Breaks all connections, and refuses new ones until `restore()`. Data under way is lost.
  package func cut() { turn(isCut: true) }

  /// Accepts connections again.
  package func restore() { turn(isCut: false) }

  /// Returns when the thread has done it.
  private func turn(isCut: Bool) {
    shared.state.withLock { $0.isToBeCut = isCut }
    shared.wakeup.signal()
    _ = blockUntil { shared.state.withLock { $0.isCut == isCut || $0.isStopped } }
  }

  /// The traffic so far.
  package var traffic: Traffic { shared.state.withLock { $0.traffic } }

  /// What a proxy has carried.
  package struct Traffic: Equatable, Sendable {
    /// Bytes delivered to the server.
    package var toServer = 0
    /// Bytes delivered to clients.
    package var toClient = 0
    /// Connections accepted.
    package var connectionCount = 0
    /// Connections that have not ended.
    package var openCount = 0
  }

  /// Breaks all connections and ends the thread.
  package func stop() {
    shared.state.withLock { $0.isStopped = true }
    shared.wakeup.signal()
    thread.join()
  }

  /// The state shared by the thread and its owner.
  final class Shared: Sendable {
    struct State {
      var isToBeCut = false
      var isCut = false
      var isStopped = false
      var traffic = LinkProxy.Traffic()
    }

    let state = Lock(State())
    let wakeup = Wakeup()
  }
}
