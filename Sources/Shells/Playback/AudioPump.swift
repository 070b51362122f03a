import MediaCore
import Models
import Platform

/// Feeds the sound device and tells the clock what it says: the work of the audio thread.
///
/// Without a device, or with one that has gone, samples go to a `NullSink`, so that nothing else
/// has to know.
final class AudioPump {
  let core: EngineCore
  private var order = AudioOrder()
  private var fader = Fader()
  private var samples: [Int16] = []

  private var sink: (any AudioSink)?
  private var isDevice = false
  private var buffering = AudioBuffering(bufferFrames: 0, periodFrames: 0)
  private var unpaced = UnpacedWatch()
  private var stall = StallWatch()
  private var retryAt = -Double.infinity

  // Since the last restart: where it began, what was written, and when that was.
  private var origin = 0.0
  private var written = 0
  private var startedAt: Double?
  private var longestDelay = 0
  // Whether the device took less than it was given.
  private var isFull = false

  private static let rate = Double(AudioFormat.standard.sampleRate)
  /// The most frames handed over in one piece.
  private static let chunk = 4800

  init(core: EngineCore) {
    self.core = core
    samples.reserveCapacity(Self.chunk * AudioFormat.standard.channels)
  }

  /// Writes what there is room for.
  ///
  /// - Returns: Seconds until the next step, unless the wakeup comes first; `nil` to wait for that.
  func step(now: Double) -> Double? {
    let order = core.audioOrder.withLock { $0 }
    if order.cut != self.order.cut { adopt(order, now: now) }
    fader.fade(to: core.isMuted.withLock { $0 } ? 0 : 1)
    guard order.isPlaying, let queue = order.queue else { return nil }
    openDevice(queue, now: now)
    guard let sink else { return nil }
    do {
      try feed(sink, from: queue)
    } catch {
      lose(error, queue: queue, now: now)
      return 0
    }
    return Double(buffering.periodFrames) / Self.rate
  }

  /// Waits as `step` asked for.
  func wait(_ timeout: Double?) {
    guard let timeout else { return core.audioWakeup.wait(timeout: nil) }
    guard let sink else { return core.audioWakeup.wait(timeout: timeout) }
    guard timeout > 0 else { return }
    // A device with room would not wait at all: a file always has some.
    if isFull {
      sink.wait(for: core.audioWakeup, timeout: timeout)
    } else {
      core.audioWakeup.wait(timeout: timeout)
    }
  }

  /// Silences and closes the device, at the end of the thread.
  func stop() {
    try? sink?.drop()
    sink?.close()
    sink = nil
  }

  // MARK: Orders

  private func adopt(_ order: AudioOrder, now: Double) {
    let wasPlaying = self.order.isPlaying
    self.order = order
    if wasPlaying, startedAt != nil {
      do {
        try sink?.drop()
      } catch {
        drop(error, now: now)
      }
    }
    if let queue = order.queue { begin(queue, at: order.start) }
  }

  private func begin(_ queue: SoundQueue, at position: Double) {
    queue.rewind(to: position)
    origin = queue.readTime
    written = 0
    startedAt = nil
    stall.restart()
    fader.cut()
  }

  // MARK: The device

  private func openDevice(_ queue: SoundQueue, now: Double) {
    guard !isDevice, sink == nil || now >= retryAt else { return }
    let device = core.makeSink()
    do {
      let buffering = try device.open()
      sink?.close()
      adopt(device, buffering, isDevice: true)
      core.soundDevice.send(.playing)
      if startedAt != nil { begin(queue, at: core.clock.position(at: core.hostTime())) }
    } catch {
      device.close()
      retryAt = now + core.tuning.soundRetryInterval
      if sink == nil { drop(error, now: now) }
    }
  }

  private func lose(_ error: AudioError, queue: SoundQueue, now: Double) {
    drop(error, now: now)
    begin(queue, at: core.clock.position(at: core.hostTime()))
  }

  // Goes on without the device.
  private func drop(_ error: AudioError, now: Double) {
    sink?.close()
    let null = NullSink(hostTime: core.hostTime)
    if let buffering = try? null.open() { adopt(null, buffering, isDevice: false) }
    retryAt = now + core.tuning.soundRetryInterval
    startedAt = nil
    core.soundDevice.send(.missing(error.reason))
  }

  private func adopt(_ sink: any AudioSink, _ buffering: AudioBuffering, isDevice: Bool) {
    self.sink = sink
    self.buffering = buffering
    self.isDevice = isDevice
    unpaced = UnpacedWatch()
    stall = StallWatch()
    longestDelay = 0
  }

  // MARK: Writing

  private func feed(_ sink: any AudioSink, from queue: SoundQueue) throws(AudioError) {
    let room = allowance(at: core.hostTime())
    let offered = min(room, queue.waitingFrames)
    let accepted = try write(to: sink, from: queue, limit: room)
    let now = core.hostTime()
    report(written: accepted, at: now)
    let status = try sink.status()
    judge(status, at: now)
    let verdict = stall.observe(
      now: now, offered: startedAt == nil ? 0 : offered, accepted: accepted,
      buffer: Double(buffering.bufferFrames) / Self.rate)
    switch verdict {
    case .fine: break
    case .restart:
      try sink.drop()
      begin(queue, at: core.clock.position(at: now))
    case .giveUp:
      throw .lost("The sound device has stopped.")
    }
  }

  /// How many frames may be written: no more than a buffer ahead of the clock, because some devices
  /// take an hour of sound at once.
  private func allowance(at now: Double) -> Int {
    let lead = max(buffering.bufferFrames, longestDelay + buffering.periodFrames)
    guard startedAt != nil else { return buffering.bufferFrames }
    let heard = (core.clock.position(at: now) - origin) * Self.rate
    let allowed = min(heard.rounded(.down) + Double(lead - written), Double(10 * lead))
    return max(Int(saturating: allowed), 0)
  }

  private func write(
    to sink: any AudioSink, from queue: SoundQueue, limit: Int
  ) throws(AudioError) -> Int {
    var total = 0
    isFull = false
    while total < limit {
      samples.removeAll(keepingCapacity: true)
      let count = queue.read(min(limit - total, Self.chunk), appendingTo: &samples)
      guard count > 0 else { break }
      let before = fader
      fader.apply(to: &samples)
      let taken: Int
      do throws(AudioError) {
        taken = try samples.withUnsafeBufferPointer { buffer throws(AudioError) in
          try sink.write(buffer)
        }
      } catch {
        queue.unread(count)
        throw error
      }
      total += taken
      guard taken == count else {
        queue.unread(count - taken)
        fader = before
        fader.advance(by: taken)
        isFull = true
        break
      }
    }
    return total
  }

  private func report(written frames: Int, at now: Double) {
    written += frames
    let isStart = startedAt == nil && written > 0
    if isStart { startedAt = now }
    guard startedAt != nil else { return }
    let end = origin + Double(written) / Self.rate
    let wasStarted = core.clock.update(cut: order.cut) { clock in
      defer { clock.limit(to: end, at: now) }
      guard isStart else { return false }
      guard !clock.isRunning else {
        clock.forgetSamples()
        return false
      }
      clock.start(at: now)
      return true
    }
    if wasStarted == true { core.playbackWakeup.signal() }
  }

  private func judge(_ status: AudioStatus, at now: Double) {
    guard let startedAt else { return }
    unpaced.observe(
      elapsed: now - startedAt, written: written, status: status, buffering: buffering)
    guard !unpaced.isUnpaced else { return }
    let sample = ClockSample(
      host: now, written: origin + Double(written) / Self.rate,
      delay: Double(status.delayFrames) / Self.rate, isRunning: status.isRunning)
    let verdict = core.clock.update(cut: order.cut) { $0.observe(sample) }
    if let verdict, verdict != .discarded, verdict != .doubted {
      longestDelay = max(longestDelay, min(status.delayFrames, 4 * buffering.bufferFrames))
    }
  }
}

extension AudioError {
  /// What the screen says of it.
  var reason: CleanText {
    switch self {
    case .noDevice(let text), .lost(let text): text
    case .busy: "The sound device is in use."
    }
  }
}
