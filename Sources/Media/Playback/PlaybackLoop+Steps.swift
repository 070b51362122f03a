import MediaCore
import Models
import Platform

extension PlaybackLoop {
  /// The number of frames a step back decodes in addition to its target, so that the next steps are
  /// free.
  private static let rewoundFrames = 8.0
  /// The same in seconds, for frames with implausible durations.
  private static let rewoundTime = 0.04...0.5
  /// The maximum number of frames decoded for one step back, however close their times.
  private static let rewindLimit = 250
  /// Times closer than this belong to the same frame, in seconds.
  private static let sameTime = 0.000_5

  /// Takes one of the requested frame steps in a stopped clip.
  ///
  /// - Parameters:
  ///   - player: The player on screen.
  ///   - canWait: Whether more is being decoded.
  /// - Returns: Whether it moved, or waits for a frame to move to.
  func takeStep(of player: Player, canWait: Bool) -> Bool {
    let steps = player.position.steps
    guard steps != 0, let decoder, machine.phase == .held || machine.phase == .ended else {
      return false
    }
    guard orders.playingID != player.id, decoder.hasVideo else {
      player.update { $0.position.stepped(by: steps) }
      return false
    }
    // A seek that takes long shows frames on the way: steps start where it leads.
    showDue(of: player)
    if canWait, !hasArrived(decoder) { return true }
    if steps > 0 {
      return stepForward(player, decoder, canWait: canWait)
    }
    player.update { $0.position.stepped(by: -1) }
    stepBack(player, decoder)
    return true
  }

  /// Whether the frame at the position of the stopped clock is shown.
  private func hasArrived(_ decoder: ClipDecoder) -> Bool {
    guard machine.phase == .held, !isStepping, decoder.strip.ahead.isEmpty,
      let shown = decoder.strip.shown
    else { return true }
    return shown.due + shown.duration > core.clock.position(at: core.hostTime()) + Self.sameTime
  }

  private func stepForward(_ player: Player, _ decoder: ClipDecoder, canWait: Bool) -> Bool {
    if machine.phase == .held, decoder.frames.first?.followsGap == true,
      fillGap(player, decoder)
    {
      return true
    }
    if machine.phase == .held, let frame = decoder.strip.stepForward() {
      player.update { $0.position.stepped(by: 1) }
      stop(player, decoder, at: frame)
      return true
    }
    let isAtEnd = machine.phase == .ended || decoder.videoEnded || !decoder.frames.isEmpty
    if !isAtEnd, canWait { return true }
    player.update { $0.position.stepped(by: $0.position.steps) }
    return false
  }

  // Frames that were skipped during playback must be shown when stepping, including the last ones
  // before the clip starts again.
  private func fillGap(_ player: Player, _ decoder: ClipDecoder) -> Bool {
    guard let shown = decoder.strip.shown else { return false }
    let steps = player.position.steps
    player.update { $0.mailbox.beginGeneration() }
    let target = PlayerPosition.Seek(time: shown.time)
    guard seek(player, to: target, mayHasten: false) else {
      player.update { $0.position.stepped(by: steps) }
      return false
    }
    purpose = .stopped
    return true
  }

  private func stepBack(_ player: Player, _ decoder: ClipDecoder) {
    guard let shown = decoder.strip.shown else { return }
    if let before = decoder.strip.stepBack() { return stop(player, decoder, at: before) }
    guard shown.time > Self.sameTime else { return }
    let span = min(
      max(Self.rewoundFrames * shown.duration, Self.rewoundTime.lowerBound),
      Self.rewoundTime.upperBound)
    player.update { $0.mailbox.beginGeneration() }
    let target = PlayerPosition.Seek(time: max(shown.time - span, 0))
    guard seek(player, to: target, mayHasten: false) else { return }
    do {
      try decodeAgain(upTo: shown.time, decoder, of: player)
    } catch {
      return giveUp(player, error)
    }
    // The last one before it; if the container overshot, the frame it landed on.
    let position = decoder.frames.last { $0.time < shown.time - Self.sameTime }?.due
    guard let before = decoder.strip.take(at: position ?? -.infinity) else { return }
    stop(player, decoder, at: before)
  }

  private func decodeAgain(
    upTo time: Double, _ decoder: ClipDecoder, of player: Player
  ) throws(MediaError) {
    purpose = .stopped
    tellDemand(to: decoder)
    core.beginReading(decoder, of: player, slot: \.playbackWork)
    defer { core.endReading(decoder, of: player, slot: \.playbackWork) }
    for _ in 0..<Self.rewindLimit {
      if let last = decoder.frames.last, last.time >= time - Self.sameTime { return }
      switch try decoder.decodeFrame() {
      case .made: break
      case .ended, .full, .awaited: return
      case .starved:
        guard try decoder.decodeSound() == .made else { return }
      }
    }
  }

  // Shows a frame and stops the clock at its time, where playback will continue.
  private func stop(_ player: Player, _ decoder: ClipDecoder, at frame: DecodedFrame) {
    // A clip that was at its end, or has just been sought, simply stops again.
    if machine.phase != .held { machine.load() }
    isStepping = true
    purpose = .stopped
    cut += 1
    core.clock.hold(cut: cut, position: frame.due)
    player.update { $0.position.set(frame.time) }
    show(frame, of: player)
  }
}
