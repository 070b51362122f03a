import Clients
import Composable
import Models

extension App.State {
  /// The sound device has come, gone or come back.
  mutating func soundDeviceChanged(to device: SoundDevice) -> Effect<App.Action> {
    let wasMissing = sound.isMissing
    sound.device = device
    guard wasMissing != sound.isMissing else { return .none }
    sound.isLackUntold = sound.isMissing
    guard sound.isMissing else { return device == .playing ? show(.soundIsBack) : .none }
    return tellOfMissingSound()
  }

  /// Tells that sound is muted, or no longer: or if there is none anyway, why.
  mutating func tellOfMuting() -> Effect<App.Action> {
    guard let reason = sound.reasonOfSilence else { return show(.muted(sound.isMuted)) }
    sound.isLackUntold = false
    return show(.soundIsMissing(reason))
  }

  /// Tells once why nothing is heard: not while another sign is to be read, nor whom does not listen.
  mutating func tellOfMissingSound() -> Effect<App.Action> {
    guard sound.isLackUntold, sign.message == nil, sound.reasonOfSilence != nil else {
      return .none
    }
    return tellOfMuting()
  }
}

extension Sound {
  fileprivate var isMissing: Bool {
    if case .missing = device { true } else { false }
  }
}
