import Models
import Platform

/// A slow link between a program in a pseudo-terminal and a terminal at the far end, in real time.
///
/// The program's output passes through one `LinkModel` to a terminal model; keys and the terminal's
/// replies come back through another. While the first one's buffer is full nothing is read from the
/// program, which then finds its terminal busy, as behind a full socket. A separate thread moves
/// the bytes. Thread-safe.
package final class SimulatedLink: Sendable {
  private let shared: SharedLink
  private let thread: WorkerThread

  /// Connects a terminal.
  ///
  /// - Parameters:
  ///   - pty: The program's terminal. Nothing else may read from it.
  ///   - size: The far terminal's size.
  ///   - outward: The link from the program to the terminal.
  ///   - back: The link from the terminal to the program.
  package init(pty: Pty, size: CellSize, outward: LinkModel, back: LinkModel) {
    let shared = SharedLink()
    self.shared = shared
    thread = WorkerThread(name: "link") {
      var pump = LinkPump(pty: pty, outward: outward, back: back, shared: shared)
      pump.run(size: size)
    }
  }

  deinit {
    stop()
  }

  /// Presses keys at the far end.
  ///
  /// - Returns: The host time at which they were pressed.
  @discardableResult
  package func press(_ keys: [UInt8]) -> Double {
    let time = HostTime.now
    shared.state.withLock { $0.keys.append((time, keys)) }
    shared.wakeup.signal()
    return time
  }

  /// An event to wait for.
  package enum Milestone: Sendable {
    /// This many bytes have been read from the program in total.
    case departed(Int)
    /// This many bytes have arrived in total.
    case arrived(Int)
    /// The program has exited and all of its output has arrived.
    case drained
  }

  /// Waits until something has happened.
  ///
  /// - Parameters:
  ///   - milestone: The event.
  ///   - seconds: The timeout, which only an event that never happens reaches.
  /// - Returns: Whether it has happened.
  package func reaches(_ milestone: Milestone, within seconds: Double = 120) async -> Bool {
    await withCheckedContinuation { continuation in
      let waiter = Waiter(
        milestone: milestone, deadline: HostTime.now + seconds, continuation: continuation)
      let isRunning = shared.state.withLock { state in
        guard !state.isStopped else { return false }
        state.waiters.append(waiter)
        return true
      }
      guard isRunning else { return continuation.resume(returning: false) }
      shared.wakeup.signal()
    }
  }

  /// The traffic so far.
  package var recording: LinkRecording { shared.state.withLock { $0.recording } }

  /// Whether the far terminal currently shows its main screen and its cursor.
  package var isScreenGivenBack: Bool { shared.state.withLock { $0.isScreenGivenBack } }

  /// Stops the thread. Data in flight is lost.
  package func stop() {
    shared.state.withLock { $0.isStopped = true }
    shared.wakeup.signal()
    thread.join()
  }
}

/// A caller that is waiting.
private struct Waiter: Sendable {
  let milestone: SimulatedLink.Milestone
  let deadline: Double
  let continuation: CheckedContinuation<Bool, Never>
}

/// The state shared by the thread and its owner.
private final class SharedLink: Sendable {
  struct State {
    var keys: [(time: Double, bytes: [UInt8])] = []
    var recording = LinkRecording()
    var isScreenGivenBack = true
    var isDrained = false
    var isStopped = false
    var waiters: [Waiter] = []

    func has(_ milestone: SimulatedLink.Milestone) -> Bool {
      switch milestone {
      case .departed(let count): recording.departedCount >= count
      case .arrived(let count): recording.bytes.count >= count
      case .drained: isDrained
      }
    }
  }

  let state = Lock(State())
  let wakeup = Wakeup()

  /// Resumes the waiters whose event has happened or whose time is up.
  ///
  /// - Returns: When the next one times out; infinity if there is none.
  func tellWaiters(at time: Double) -> Double {
    let (told, next) = state.withLock { state in
      let looks = state.waiters.map { waiter in
        (
          waiter: waiter, has: state.has(waiter.milestone),
          isOver: state.isStopped || waiter.deadline <= time
        )
      }
      state.waiters = looks.filter { !$0.has && !$0.isOver }.map(\.waiter)
      return (
        looks.filter { $0.has || $0.isOver }, state.waiters.map(\.deadline).min() ?? .infinity
      )
    }
    for look in told { look.waiter.continuation.resume(returning: look.has) }
    return next
  }
}

/// The state of the thread alone.
private struct LinkPump {
  let pty: Pty
  var outward: LinkModel
  var back: LinkModel
  let shared: SharedLink
  private var isHungUp = false

  init(pty: Pty, outward: LinkModel, back: LinkModel, shared: SharedLink) {
    (self.pty, self.outward, self.back, self.shared) = (pty, outward, back, shared)
  }

  mutating func run(size: CellSize) {
    // From then on `reaches` answers new waiters itself.
    defer {
      shared.state.withLock { $0.isStopped = true }
      _ = shared.tellWaiters(at: .infinity)
    }
    guard let model = TerminalModel(size: size) else { return }
    while !shared.state.withLock({ $0.isStopped }) {
      deliver(to: model, until: HostTime.now)
      bringKeys()
      let now = HostTime.now
      for packet in back.receive(until: now) { pty.write(packet.bytes, timeout: 1) }
      let room = outward.capacity - outward.queued(at: now)
      let isReading = room > 0 && !isHungUp
      let next = min(
        nextEvent(isFull: room <= 0, after: now), shared.tellWaiters(at: now))
      shared.wakeup.wait(
        orReading: isReading ? pty.fileDescriptor : -1, timeout: next - HostTime.now)
      if isReading { take(atMost: room) }
    }
  }

  /// Shows the terminal what has arrived; its replies leave at the same moment.
  private mutating func deliver(to model: TerminalModel, until now: Double) {
    for packet in outward.receive(until: now) {
      model.feed(packet.bytes)
      let answers = model.takeReplies()
      _ = back.write(answers[...], at: packet.time)
      let isGivenBack = !model.isAlternateScreen && model.isCursorVisible
      shared.state.withLock { state in
        state.recording.arrive(packet.bytes, at: packet.time)
        state.isScreenGivenBack = isGivenBack
      }
    }
    if isHungUp, outward.nextArrival == nil { shared.state.withLock { $0.isDrained = true } }
  }

  private mutating func bringKeys() {
    let keys = shared.state.withLock { state in
      defer { state.keys = [] }
      return state.keys
    }
    for key in keys { _ = back.write(key.bytes[...], at: key.time) }
  }

  private mutating func take(atMost room: Int) {
    switch pty.read(timeout: 0, limit: min(room, 65_536)) {
    case .nothing: break
    case .hangup: isHungUp = true
    case .bytes(let bytes):
      let now = HostTime.now
      _ = outward.write(bytes[...], at: now)
      shared.state.withLock { $0.recording.depart(bytes.count, at: now) }
    }
  }

  /// When the next event is due.
  private func nextEvent(isFull: Bool, after now: Double) -> Double {
    let room = isFull ? outward.nextDeparture(after: now) : nil
    return [outward.nextArrival, back.nextArrival, room].compactMap(\.self).min() ?? .infinity
  }
}
