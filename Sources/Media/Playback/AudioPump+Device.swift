import MediaCore
import Models

extension AudioPump {
  /// Opens the device, or tries it again when it is time to.
  func openDevice(_ queue: SoundQueue, now: Double) {
    guard !isDevice, sink == nil || now >= retryAt else { return }
    // A sound server may take its time to answer; the clock does not wait for it.
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

  /// Goes on without the device where the clock is.
  func lose(_ error: AudioError, queue: SoundQueue, now: Double) {
    drop(error, now: now)
    begin(queue, at: core.clock.position(at: core.hostTime()))
  }

  /// Takes a null device for one that cannot be used.
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
  /// What the screen says of it.
  var reason: CleanText {
    switch self {
    case .noDevice(let text), .lost(let text): text
    case .busy: .localized("The sound device is in use.")
    }
  }
}
