import Clients
import Composable
import Models

extension App.State {
  /// The sound device has come, gone or come back.
  mutating func soundDeviceChanged(to device: SoundDevice) -> Effect<App.Action> {
    let wasMissing = sound.isMissing
    sound.device = device
    guard wasMissing != sound.isMissing else { return .none }
    sound.isShortageUnreported = sound.isMissing
    guard sound.isMissing else { return device == .playing ? show(.soundIsBack) : .none }
    return announceMissingSound()
  }

  /// Tells that sound is muted, or no longer: or if there is none anyway, why.
  mutating func announceMuting() -> Effect<App.Action> {
    guard let reason = sound.reasonOfSilence else { return show(.muted(sound.isMuted)) }
    sound.isShortageUnreported = false
    return show(.soundIsMissing(reason))
  }

  /// Tells once why nothing is heard: not while another toast is to be read, nor whom does not listen.
  mutating func announceMissingSound() -> Effect<App.Action> {
    guard sound.isShortageUnreported, toast.message == nil, sound.reasonOfSilence != nil else {
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
