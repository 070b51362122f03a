import Glibc
import Platform

/// What the thread of a `LinkProxy` does.
struct LinkProxyPump {
  /// One socket of a connection.
  private struct End {
    var descriptor: Int32 = -1
    /// Whether its peer may still write.
    var isReading = true
    /// What has arrived and the system has not taken yet.
    var output: ArraySlice<UInt8> = []
    /// Whether the stream ends after `output`.
    var isEnding = false
    var hasEnded = false
  }

  /// A connection: the client's end, then the server's.
  private struct Connection {
    var ends = [End(), End()]
    /// When the handshake is over for the client.
    let readingStart: Double
    /// When it is over for the server.
    let connectStart: Double
    var isBroken = false
  }

  let target: Int
  let roundTrip: Double
  let window: Int
  let reservation: Int32
  let shared: LinkProxy.Shared
  private var listener: Int32 = -1
  /// To the server, and to the client: what one end reads goes into the lane of its index, and
  /// comes out at the other.
  private var lanes: [LinkLane]
  private let link: LinkModel
  private var connections: [Int: Connection] = [:]
  private var traffic = LinkProxy.Traffic()

  init(
    target: Int, roundTrip: Double, window: Int, link: LinkModel, reservation: Int32,
    shared: LinkProxy.Shared
  ) {
    self.target = target
    self.roundTrip = roundTrip
    self.window = window
    self.link = link
    self.reservation = reservation
    self.shared = shared
    lanes = [LinkLane(link), LinkLane(link)]
  }

  mutating func listen() throws(PtyError) {
    let listener = try Loopback.bind(to: Loopback.port(of: reservation))
    // What waits in the kernel is neither delayed nor limited. Accepted sockets inherit it.
    Self.set(SO_RCVBUF, 64 << 10, of: listener)
    guard Glibc.listen(listener, 128) == 0 else {
      let failure = errno
      Glibc.close(listener)
      throw PtyError(call: "listen", number: failure)
    }
    self.listener = listener
  }

  mutating func close() {
    cut()
    Glibc.close(reservation)
  }

  mutating func run() {
    while true {
      let wanted = shared.state.withLock { ($0.isStopped, isCut: $0.isToBeCut) }
      if wanted.0 { break }
      turn(isCut: wanted.isCut)
      let now = HostTime.now
      connect(at: now)
      deliver(until: now)
      publish()
      wait(at: now)
    }
    close()
    publish()
  }

  private func publish() {
    shared.state.withLock { state in
      state.traffic = traffic
      state.isCut = listener < 0
    }
  }

  // MARK: Connections

  private mutating func turn(isCut: Bool) {
    if isCut, listener >= 0 { cut() }
    if !isCut, listener < 0 { try? listen() }
  }

  private mutating func cut() {
    for number in connections.keys { end(number, isReset: true) }
    lanes = [LinkLane(link), LinkLane(link)]
    if listener >= 0 { Glibc.close(listener) }
    listener = -1
  }

  /// - Parameter isReset: Whether the peers find the connection broken.
  private mutating func end(_ number: Int, isReset: Bool) {
    guard let connection = connections.removeValue(forKey: number) else { return }
    traffic.openCount -= 1
    for end in connection.ends where end.descriptor >= 0 {
      var lingering = linger(l_onoff: isReset ? 1 : 0, l_linger: 0)
      setsockopt(
        end.descriptor, SOL_SOCKET, SO_LINGER, &lingering, socklen_t(MemoryLayout<linger>.size))
      Glibc.close(end.descriptor)
    }
  }

  private mutating func accept(at time: Double) {
    while let descriptor = Loopback.accept(from: listener) {
      Self.set(TCP_NODELAY, 1, of: descriptor, level: Int32(IPPROTO_TCP))
      var connection = Connection(
        readingStart: time + roundTrip, connectStart: time + roundTrip * 1.5)
      connection.ends[0].descriptor = descriptor
      connections[traffic.connectionCount] = connection
      traffic.connectionCount += 1
      traffic.openCount += 1
    }
  }

  /// Connects to the server for those clients whose handshake is over.
  private mutating func connect(at time: Double) {
    for (number, connection) in connections
    where connection.ends[1].descriptor < 0 && connection.connectStart <= time {
      guard let descriptor = try? Loopback.connect(to: target) else {
        end(number, isReset: true)
        continue
      }
      Self.set(SO_RCVBUF, 64 << 10, of: descriptor)
      Self.set(TCP_NODELAY, 1, of: descriptor, level: Int32(IPPROTO_TCP))
      connections[number]?.ends[1].descriptor = descriptor
      flush(number)
    }
  }

  // MARK: Data

  private mutating func deliver(until time: Double) {
    var touched: Set<Int> = []
    for lane in 0...1 {
      for (number, delivery) in lanes[lane].receive(until: time) {
        touched.insert(number)
        switch delivery {
        case .bytes(let bytes):
          if connections[number]?.ends[1 - lane].hasEnded == false {
            connections[number]?.ends[1 - lane].output += bytes
          }
        case .end: connections[number]?.ends[1 - lane].isEnding = true
        case .reset: connections[number]?.isBroken = true
        }
      }
    }
    for number in touched { flush(number) }
  }

  /// Writes what has arrived, as far as the system takes it.
  private mutating func flush(_ number: Int) {
    for index in 0...1 {
      guard var end = connections[number]?.ends[index], end.descriptor >= 0 else { continue }
      while !end.output.isEmpty {
        let count = end.output.withUnsafeBytes {
          send(end.descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
        }
        guard count > 0 else {
          if errno != EAGAIN { breakOff(&end, number, index) }
          break
        }
        end.output = end.output.dropFirst(count)
        if index == 0 { traffic.toClient += count } else { traffic.toServer += count }
      }
      if end.isEnding, !end.hasEnded, end.output.isEmpty {
        shutdown(end.descriptor, Int32(SHUT_WR))
        end.hasEnded = true
      }
      connections[number]?.ends[index] = end
    }
    guard let connection = connections[number] else { return }
    if connection.isBroken || connection.ends.allSatisfy(\.hasEnded) {
      end(number, isReset: connection.isBroken)
    }
  }

  /// Tells the other end that the peer of this one is gone.
  private mutating func breakOff(_ end: inout End, _ number: Int, _ index: Int) {
    end.isReading = false
    end.hasEnded = true
    end.output = []
    lanes[index].end(number, isReset: true, at: HostTime.now)
  }

  /// How many bytes may be read from an end.
  private func room(_ number: Int, _ index: Int, at time: Double) -> Int {
    guard let connection = connections[number], connection.ends[index].isReading,
      index == 1 || connection.readingStart <= time
    else { return 0 }
    return window - lanes[index].count(of: number) - connection.ends[1 - index].output.count
  }

  private mutating func read(_ number: Int, _ index: Int, atMost room: Int, at time: Double) {
    guard let descriptor = connections[number]?.ends[index].descriptor else { return }
    let limit = min(room, 64 << 10)
    var failure: Int32 = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: limit) { buffer, count in
      let result = recv(descriptor, buffer.baseAddress, limit, 0)
      failure = result < 0 ? errno : 0
      count = max(result, 0)
    }
    if failure == EAGAIN || failure == EINTR { return }
    if bytes.isEmpty {
      connections[number]?.ends[index].isReading = false
      lanes[index].end(number, isReset: failure != 0, at: time)
    } else {
      lanes[index].write(bytes, of: number, at: time)
    }
  }

  // MARK: Waiting

  /// Waits for something to do, and reads what has come.
  private mutating func wait(at time: Double) {
    var polls = [
      pollfd(fd: shared.wakeup.fileDescriptor, events: Int16(POLLIN), revents: 0),
      pollfd(fd: listener, events: Int16(POLLIN), revents: 0),
    ]
    var polled: [(number: Int, index: Int, room: Int)] = []
    var next = lanes.compactMap(\.nextArrival).min() ?? .infinity
    for (number, connection) in connections {
      if connection.readingStart > time { next = min(next, connection.readingStart) }
      if connection.ends[1].descriptor < 0 { next = min(next, connection.connectStart) }
      for (index, end) in connection.ends.enumerated() where end.descriptor >= 0 {
        let room = room(number, index, at: time)
        let events = (room > 0 ? POLLIN : 0) | (end.output.isEmpty ? 0 : POLLOUT)
        // One of which nothing is wanted would report again and again that it is broken.
        guard events != 0 else { continue }
        polls.append(pollfd(fd: end.descriptor, events: Int16(events), revents: 0))
        polled.append((number, index, room))
      }
    }
    let milliseconds = (max(min(next - time, 1_000), 0) * 1_000).rounded(.up)
    guard poll(&polls, nfds_t(polls.count), Int32(milliseconds)) > 0 else { return }
    if polls[0].revents != 0 { shared.wakeup.clear() }
    let now = HostTime.now
    if polls[1].revents != 0 { accept(at: now) }
    for (poll, item) in zip(polls.dropFirst(2), polled) where poll.revents != 0 {
      if item.room > 0 { read(item.number, item.index, atMost: item.room, at: now) }
      flush(item.number)
    }
  }

  private static func set(
    _ option: Int32, _ value: Int32, of descriptor: Int32, level: Int32 = SOL_SOCKET
  ) {
    var value = value
    setsockopt(descriptor, level, option, &value, socklen_t(MemoryLayout<Int32>.size))
  }
}
