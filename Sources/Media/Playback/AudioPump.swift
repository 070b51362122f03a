import MediaCore
import Models
import Platform

/// Feeds the sound device and passes its status to the clock: the work of the audio thread.
///
/// Without a device, or after losing it, samples go to a `NullSink`, so that other code need not
/// care.
package final class AudioPump {
  let core: EngineCore
  var order = AudioOrder()
  var settings = SoundSettings()
  var fader = Fader()
  let feed: SoundFeed
  var samples: [Int16] = []
  /// The last samples, as written.
  var sent: [Int16] = []

  var sink: (any AudioSink)?
  var isDevice = false
  var buffering = AudioBuffering(bufferFrames: 0, periodFrames: 0)
  var unpaced = UnpacedWatch()
  var stall = StallWatch()
  var retryAt = -Double.infinity
  /// Whether the device took less than it was offered.
  var isFull = false

  // Since the last restart: its play time, the frames written, and its host time.
  var origin = 0.0
  var written = 0
  var startedAt: Double?
  var longestDelay = 0
  /// Host time of the last write.
  var fedAt: Double?
  /// Whether the clock is running and has passed the end of the available sound.
  var isBehind = false
  /// Host time at which a paused device has played its remaining sound.
  private var restAt: Double?

  /// Sound that lags by less is not noticeable, in seconds.
  private static let longestLag = 0.02

  package init(core: EngineCore) {
    self.core = core
    feed = SoundFeed(makeChanger: core.makeSpeedChanger)
    samples.reserveCapacity(Self.chunk * AudioFormat.channels)
  }

  /// Writes as much as there is room for.
  ///
  /// - Returns: Seconds until the next step, unless the wakeup comes first; `nil` to wait for the
  ///   wakeup.
  package func step(now: Double) -> Double? {
    let order = core.control.withLock { $0.audioOrder }
    if order.cut != self.order.cut { adopt(order, now: now) }
    adopt(core.control.withLock { $0.sound }, now: now)
    guard order.isPlaying, let queue = order.queue else { return rest(now: now) }
    openDevice(queue, now: now)
    guard let sink else { return nil }
    do {
      try feedDevice(sink, from: queue)
    } catch {
      // The clock continues without the device.
      drop(error, now: now)
      begin(queue, at: core.clock.position(at: core.hostTime()))
      return 0
    }
    return Double(buffering.periodFrames) / AudioFormat.rate
  }

  /// Waits for the time that `step` returned.
  func wait(_ timeout: Double?) {
    guard let timeout else { return core.audioWakeup.wait(timeout: nil) }
    guard let sink else { return core.audioWakeup.wait(timeout: timeout) }
    guard timeout > 0 else { return }
    // A device with room would not wait at all, and a file always has room.
    if isFull, restAt == nil {
      sink.wait(for: core.audioWakeup, timeout: timeout)
    } else {
      core.audioWakeup.wait(timeout: timeout)
    }
  }

  /// Silences and closes the device, when the thread ends.
  package func stop() {
    try? sink?.drop()
    sink?.close()
    sink = nil
  }

  // MARK: Orders

  private func adopt(_ order: AudioOrder, now: Double) {
    let wasPlaying = self.order.isPlaying
    self.order = order
    if wasPlaying, startedAt != nil, let sink {
      do throws(AudioError) {
        restAt = try fadeOut(on: sink).map { now + $0 }
        if restAt == nil { try sink.drop() }
      } catch {
        drop(error, now: now)
      }
    }
    startedAt = nil
    guard let queue = order.queue else { return }
    restAt = nil
    begin(queue, at: order.start)
  }

  private func adopt(_ settings: SoundSettings, now: Double) {
    if settings.attempts != self.settings.attempts { retryAt = now }
    self.settings = settings
    fader.fade(to: settings.gain)
    guard order.isPlaying, settings.speed != feed.speed else { return }
    let change = feed.change(to: settings.speed)
    core.clock.changeSpeed(
      cut: order.cut, to: feed.speed,
      at: origin + Double(written + change.pending) / AudioFormat.rate, stream: change.stream,
      host: core.hostTime())
  }

  func begin(_ queue: SoundQueue, at position: Double) {
    let start = queue.withLock {
      $0.rewind(to: position)
      return $0.readTime
    }
    settings.speed = core.control.withLock { $0.sound.speed }
    feed.begin(queue, speed: settings.speed)
    origin =
      core.clock.restart(
        cut: order.cut, speed: feed.speed, position: start, host: core.hostTime()) ?? start
    isBehind =
      core.clock.isRunning && start + Self.longestLag < core.clock.position(at: core.hostTime())
    written = 0
    startedAt = nil
    stall.restart()
    fader.cut()
  }

  /// Stops the device once it has played its remaining sound.
  private func rest(now: Double) -> Double? {
    guard let restAt else { return nil }
    guard now >= restAt else { return restAt - now }
    self.restAt = nil
    do {
      try sink?.drop()
    } catch {
      drop(error, now: now)
    }
    return nil
  }

  // MARK: The device

  /// Opens the device, or retries when it is time to.
  func openDevice(_ queue: SoundQueue, now: Double) {
    guard !isDevice, sink == nil || now >= retryAt else { return }
    // A sound server may be slow to respond; the clock does not wait for it.
    _ = core.clock.update(cut: order.cut) { $0.limit(to: .infinity, at: now) }
    let device = core.makeSink()
    do {
      let buffering = try device.open()
      sink?.close()
      adopt(device, buffering, isDevice: true)
      core.soundDevice.send(.playing)
    } catch {
      device.close()
      retryAt = core.hostTime() + core.tuning.soundRetryInterval
      if sink == nil { drop(error, now: now) }
    }
    if core.clock.isRunning { begin(queue, at: core.clock.position(at: core.hostTime())) }
  }

  /// Replaces an unusable device with a null device.
  func drop(_ error: AudioError, now: Double) {
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
}

extension AudioError {
  /// The reason shown on screen.
  var reason: CleanText {
    switch self {
    case .noDevice(let text), .lost(let text): text
    case .busy: .localized("The sound device is in use.")
    }
  }
}
