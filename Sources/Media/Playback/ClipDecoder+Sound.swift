import MediaCore
import Models
import Platform

extension ClipDecoder {
  /// Seconds of sound queued for playback.
  var soundLookAhead: Double {
    Double(sound?.withLock { $0.lookAhead } ?? 0) / AudioFormat.rate
  }

  /// Decodes one audio chunk into the queue.
  func decodeSound() throws(MediaError) -> Progress {
    guard let sound else { return soundEnded ? .ended : .starved }
    guard flushPending(to: sound) else { return .full }
    guard !soundEnded else { return .ended }
    pending.removeAll(keepingCapacity: true)
    pendingOffset = 0
    switch try source.nextAudio(appendingTo: &pending) {
    case .end: endSound()
    case .starved: soundProgress = .starved
    case .awaited: soundProgress = .awaited
    case .value(let time):
      soundProgress = .made
      if framesStarved { frameProgress = .made }
      let decision = placement.place(
        at: timeline.latest.start + time, count: pending.count / AudioFormat.channels)
      silenceLeft = decision.silence
      pendingOffset = decision.skipped * AudioFormat.channels
      _ = flushPending(to: sound)
    }
    return soundProgress
  }

  /// Marks the sound as ended, at its end or because the rest is unreadable.
  func endSound() {
    guard !soundEnded else { return }
    soundProgress = .ended
    soundEnd = max(placement.end, timeline.latest.start)
  }

  /// Writes silence where sound has ended or is late, so that the clock continues.
  ///
  /// - Parameter time: Stream time up to which sound must reach.
  /// - Returns: Whether it does, or there is no sound at all.
  func padSound(until time: Double) -> Bool {
    guard let sound else { return !info.hasAudio }
    guard flushPending(to: sound) else { return false }
    let missing = placement.framesMissing(until: time)
    let written = sound.withLock { $0.appendSilence(missing) }
    placement.placeSilence(written)
    guard written == missing else { return false }
    if turnEnd != nil { sound.withLock { $0.isFinished = true } }
    return true
  }

  /// Moves the rest of the last chunk into the queue; returns whether all of it fitted.
  private func flushPending(to sound: SoundQueue) -> Bool {
    if silenceLeft > 0 { silenceLeft -= sound.withLock { $0.appendSilence(silenceLeft) } }
    guard silenceLeft == 0 else { return false }
    if pendingOffset < pending.count {
      pendingOffset +=
        sound.withLock { $0.append(pending[pendingOffset...]) } * AudioFormat.channels
    }
    return pendingOffset >= pending.count
  }
}
