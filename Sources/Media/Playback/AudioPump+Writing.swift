import MediaCore
import Models
import Platform

extension AudioPump {
  /// The maximum number of frames written at once.
  static let chunk = 4800
  /// The number of frames left in the device when the rest is rewound, because a card may be
  /// reading them already. PulseAudio's rewinds keep 1.33 ms; this thread's own time comes on top.
  private static let safeguard = 144
  /// The maximum number of frames left before a fade: 10 ms, which is not noticeable.
  private static let shortestRest = 480

  /// Writes as much as there is room for and compares the clock with the device.
  func feedDevice(_ sink: any AudioSink, from queue: SoundQueue) throws(AudioError) {
    guard !isBehind || catchUp(with: queue) else { return }
    let accepted = try write(to: sink, limit: allowance(at: core.hostTime()))
    let now = core.hostTime()
    let status = try sink.status()
    let hadStarted = startedAt != nil
    defer { fedAt = now }
    if hadStarted, let fedAt, now - fedAt > core.tuning.longestSilence {
      // The device has blocked this thread, and the video has continued without it.
      try sink.drop()
      return begin(queue, at: core.clock.position(at: now))
    }
    report(written: accepted, at: now)
    judge(status, at: now)
    let offered = hadStarted && isFull ? max(accepted, 1) : accepted
    let verdict = stall.observe(
      now: now, offered: offered, accepted: accepted,
      buffer: Double(buffering.bufferFrames) / AudioFormat.rate)
    switch verdict {
    case .fine: break
    case .restart:
      try sink.drop()
      begin(queue, at: core.clock.position(at: now))
    case .giveUp:
      throw .lost(.localized("The sound device has stopped."))
    }
  }

  /// Skips what the clock has passed; returns whether there is sound to continue with.
  private func catchUp(with queue: SoundQueue) -> Bool {
    begin(queue, at: core.clock.position(at: core.hostTime()))
    // There is room for more.
    if isBehind { core.playbackWakeup.signal() }
    return !isBehind
  }

  /// Fades the sound out within 5 ms, as far as the device can rewind.
  ///
  /// - Returns: Seconds until the end has been heard; `nil` if too much would be heard before that.
  func fadeOut(on sink: any AudioSink) throws(AudioError) -> Double? {
    let status = try sink.status()
    let queued = buffering.bufferFrames - status.availableFrames
    // Sound written before the last cut has its own fade, and stays.
    let taken = try sink.takeBack(keeping: max(Self.safeguard, queued - written))
    let left = queued - taken
    guard left <= Self.shortestRest else { return nil }
    let count = try writeTail(to: sink, replacing: taken)
    return Double(max(status.delayFrames - taken, left, 0) + count) / AudioFormat.rate
  }

  /// Writes the rewound sound again, or what would come next, fading out from its current volume.
  private func writeTail(to sink: any AudioSink, replacing taken: Int) throws(AudioError) -> Int {
    let channels = AudioFormat.channels
    var tail = Array(sent.suffix(taken * channels).prefix(Fader.rampFrames * channels))
    samples.removeAll(keepingCapacity: true)
    _ = feed.read(Fader.rampFrames - tail.count / channels, appendingTo: &samples)
    fader.apply(to: &samples)
    tail += samples
    var fade = Fader()
    fade.fade(to: 0)
    fade.apply(to: &tail)
    return try tail.withUnsafeBufferPointer { buffer throws(AudioError) in
      try sink.write(buffer)
    }
  }

  /// The number of frames that may be written: at most a buffer ahead of what the device plays,
  /// because some take an hour of sound at once.
  private func allowance(at now: Double) -> Int {
    let lead = max(buffering.bufferFrames, longestDelay + buffering.periodFrames)
    guard startedAt != nil else { return buffering.bufferFrames }
    let played = core.clock.playTime(at: now) + core.control.withLock { $0.sound.earlierBy }
    let heard = (played - origin) * AudioFormat.rate
    let allowed = min(heard.rounded(.down) + Double(lead - written), Double(10 * lead))
    return max(Int(saturating: allowed), 0)
  }

  private func write(to sink: any AudioSink, limit: Int) throws(AudioError) -> Int {
    var total = 0
    isFull = false
    while total < limit {
      samples.removeAll(keepingCapacity: true)
      let count = feed.read(min(limit - total, Self.chunk), appendingTo: &samples)
      guard count > 0 else { break }
      let before = fader
      fader.apply(to: &samples)
      let taken: Int
      do throws(AudioError) {
        taken = try samples.withUnsafeBufferPointer { buffer throws(AudioError) in
          try sink.write(buffer)
        }
      } catch {
        feed.unread(count)
        throw error
      }
      total += taken
      remember(samples.prefix(taken * AudioFormat.channels))
      guard taken == count else {
        feed.unread(count - taken)
        fader = before
        fader.advance(by: taken)
        isFull = true
        break
      }
    }
    return total
  }

  private func remember(_ samples: ArraySlice<Int16>) {
    sent += samples
    let limit = 2 * buffering.bufferFrames * AudioFormat.channels
    // Trims only at twice the limit, because moving all samples each time would cost more.
    if sent.count > 2 * limit { sent.removeFirst(sent.count - limit) }
  }

  private func report(written frames: Int, at now: Double) {
    written += frames
    let isStart = startedAt == nil && written > 0
    if isStart { startedAt = now }
    guard startedAt != nil else { return }
    let end = origin + Double(written) / AudioFormat.rate
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
    let sample = (
      host: now, written: origin + Double(written) / AudioFormat.rate,
      delay: Double(status.delayFrames) / AudioFormat.rate
        + (status.delayFrames > 0 ? core.control.withLock { $0.sound.earlierBy } : 0),
      isRunning: status.isRunning
    )
    let verdict = core.clock.update(cut: order.cut) { $0.observe(sample) }
    if let verdict, verdict != .discarded, verdict != .doubted {
      longestDelay = max(longestDelay, min(status.delayFrames, 4 * buffering.bufferFrames))
    }
  }
}
