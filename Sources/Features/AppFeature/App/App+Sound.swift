import Clients
import Composable
import Models

extension App.State {
  /// The sound device appeared, disappeared or came back.
  mutating func soundDeviceChanged(to device: SoundDevice) -> Effect<App.Action> {
    let wasMissing = sound.isMissing
    sound.device = device
    guard wasMissing != sound.isMissing else { return .none }
    sound.isShortageUnreported = sound.isMissing
    guard sound.isMissing else { return device == .playing ? show(.soundIsBack) : .none }
    return announceMissingSound()
  }

  /// Shifts the sound against the frames, in milliseconds.
  mutating func shiftSound(by change: Int) -> Effect<App.Action> {
    @Dependency(\.recordClient) var recordClient
    let delay = min(max(sound.delay + change, -Sound.maxDelay), Sound.maxDelay)
    guard delay != sound.delay else { return show(.soundDelay(delay)) }
    sound.delay = delay
    return .merge(
      applySoundDelay(), .run { [recordClient] _ in await recordClient.saveSoundDelay(delay) },
      show(.soundDelay(delay)))
  }

  /// Whether clips play without sound: the user wants that, or sees many of them.
  var isMuted: Bool { sound.isMuted || feed.isTileSilent }

  /// Tells the engine whether clips are heard.
  func applyMuting() -> Effect<App.Action> {
    .player { [isMuted] in $0.setMuted(isMuted) }
  }

  func applySoundDelay() -> Effect<App.Action> {
    .player { [delay = sound.delay] in $0.setSoundDelay(Double(delay) / 1000) }
  }

  /// Reports that sound is muted or unmuted, or why there is none.
  mutating func announceMuting() -> Effect<App.Action> {
    guard let reason = sound.reasonOfSilence else { return show(.muted(sound.isMuted)) }
    sound.isShortageUnreported = false
    return show(.soundIsMissing(reason))
  }

  /// Reports once why there is no sound: not while another toast is on screen, and never while
  /// muted.
  mutating func announceMissingSound() -> Effect<App.Action> {
    guard sound.isShortageUnreported, feed.toast.message == nil, sound.reasonOfSilence != nil else {
      return .none
    }
    return announceMuting()
  }
}

extension Sound {
  fileprivate var isMissing: Bool {
    if case .missing = device { true } else { false }
  }
}
