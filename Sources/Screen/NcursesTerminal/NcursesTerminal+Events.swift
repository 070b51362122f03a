import Dispatch
import Glibc
import Graphics
import Models
import Platform
import TerminalCore

// External events: keys, terminal signals, and time.
extension NcursesTerminal {
  /// Starts listening for keys, size changes, and the process continuing after a stop.
  func listen() {
    let input = DispatchSource.makeReadSource(fileDescriptor: device.input, queue: .main)
    input.setEventHandler { @Sendable [weak self] in
      MainActor.assumeIsolated { self?.readInput() }
    }
    // The descriptor stays open until the source has released it.
    input.setCancelHandler { @Sendable [device] in withExtendedLifetime(device) {} }
    let timer = DispatchSource.makeTimerSource(queue: .main)
    timer.setEventHandler { @Sendable [weak self] in
      MainActor.assumeIsolated { self?.inputIsDue() }
    }
    inputTimer = timer
    let pacingTimer = DispatchSource.makeTimerSource(queue: .main)
    pacingTimer.setEventHandler { @Sendable [weak self] in
      MainActor.assumeIsolated { self?.linkChanged() }
    }
    self.pacingTimer = pacingTimer
    sources = [input, timer, pacingTimer]
    for source in sources { source.activate() }
    signals = [
      SignalSource(SIGWINCH) { [weak self] in self?.windowSizeChanged() },
      SignalSource(SIGCONT) { [weak self] in self?.processContinued() },
    ]
    scheduleFlush()
    // A change before the signal handler is installed would go unnoticed.
    if measuredSize != size { windowSizeChanged() }
  }

  func stopListening() {
    for source in sources { source.cancel() }
    for signal in signals { signal.cancel() }
    sources = []
    signals = []
    inputTimer = nil
    pacingTimer = nil
  }

  private func readInput() {
    guard isHeld else { return }
    var buffer = [UInt8](repeating: 0, count: 4096)
    var events: [TerminalEvent] = []
    var isClosing = false
    // Enough for a typical paste; the rest comes with the next turn of the queue. Everything is
    // read before anything is handled, so that mouse reports can be joined.
    for _ in 0..<16 {
      guard let count = device.read(into: &buffer) else {
        isClosing = true
        break
      }
      guard count > 0 else { break }
      events += decoder.feed(buffer[..<count], at: HostTime.now)
    }
    deliver(events.joiningMouseReports)
    guard isClosing else { return scheduleFlush() }
    stopListening()
    close()
  }

  private func inputIsDue() {
    deliver(decoder.flush(at: HostTime.now))
    probeTimeHasPassed()
    scheduleFlush()
  }

  /// Schedules the timeout for incomplete input.
  func scheduleFlush() {
    guard let deadline = [decoder.deadline, probe.deadline].compactMap(\.self).min() else { return }
    // Slightly late rather than slightly early, which would cost another round.
    inputTimer?.schedule(deadline: .now() + max(deadline - HostTime.now, 0) + 0.001)
  }

  /// Delivers events that were read together. Replies among them are handled first: a page turn
  /// need not wait for them.
  private func deliver(_ events: [TerminalEvent]) {
    guard isHeld else { return }
    var delivered: [TerminalEvent] = []
    var isLinkChanged = false
    for event in events {
      switch event {
      case .reply(.deviceStatus):
        pacer.answered(at: HostTime.now)
        isLinkChanged = true
      case .reply(.attributes) where probe.deadline == nil:
        pacer.fenceAnswered(at: HostTime.now)
        isLinkChanged = true
      case .reply(let reply):
        note(reply)
        delivered.append(event)
      default: delivered.append(event)
      }
    }
    if !delivered.isEmpty { onEvents?(delivered) }
    if isLinkChanged { linkChanged() }
  }

  private func windowSizeChanged() {
    guard isHeld else { return }
    isErasedInBlack = false
    measure()
    askForSizes()
    onEvents?([.resized(size)])
  }

  /// After an external stop, the shell has set its own modes and written to the screen. If the
  /// modes are still Flick's, there was no such stop, or `suspend` has handled it.
  private func processContinued() {
    guard isHeld, !device.hasRawModes else { return }
    takeAgain(isAlternate: true)
  }
}

// When a frame may start, and who is notified.
extension NcursesTerminal {
  package var frameCount: Int { pacer.frameCount }

  package func timeToScreen(ofFrame number: Int) -> Double? {
    guard isHeld, !isClosed else { return nil }
    return pacer.timeToScreen(ofFrame: number, at: HostTime.now)
  }

  /// A no means a frame is dropped on a slow link: the pacer is notified, and `.ready` follows.
  package var isReady: Bool {
    guard isHeld, !isClosed, writer.isIdle else { return false }
    if pacer.isReady(at: HostTime.now) { return true }
    pacer.frameRefused()
    isAwaited = true
    schedulePacing()
    return false
  }

  package var link: LinkStatistics {
    var report = pacer.report
    report.frameTolerance = max(encoder.limitedLambda, encoder.lambda)
    report.byteLimit = pacer.byteLimit(for: size, at: HostTime.now)
    return report
  }

  /// The last frame was fully written.
  func frameLeft() {
    let now = HostTime.now
    pacer.frameLeft(at: now)
    if !pacer.isReady(at: now) { isAwaited = true }
    linkChanged()
  }

  /// Reports the effects of an acknowledgement, elapsed time, or written bytes.
  func linkChanged() {
    guard isHeld, !isClosed else { return }
    let now = HostTime.now
    pacer.timePassed(at: now)
    if pacer.isTimingOld(timing) {
      timing = pacer.timing
      onEvents?([.timingChanged(timing)])
    }
    guard isAwaited, writer.isIdle else { return }
    if pacer.isReady(at: now) {
      isAwaited = false
      onEvents?([.ready])
    } else {
      schedulePacing()
    }
  }

  private func schedulePacing() {
    let now = HostTime.now
    guard let next = pacer.nextLook(at: now), next < .infinity else { return }
    pacingTimer?.schedule(deadline: .now() + max(next - now, 0.0005))
  }
}
