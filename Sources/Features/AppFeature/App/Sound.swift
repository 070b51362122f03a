import Models

/// Whether clips are heard, how loud and where.
package struct Sound: Hashable, Sendable {
  package var isMuted: Bool
  /// In percent of full loudness as it is heard, 0 to 100.
  package var volume: Int
  package var device = SoundDevice.unknown

  /// Whether the user has still to be told that there is no sound, and why.
  var isShortageUnreported = false

  /// Why nothing is heard although it should be; `nil` if it is heard, or nobody wants to.
  package var reasonOfSilence: CleanText? {
    guard !isMuted, case .missing(let reason) = device else { return nil }
    return reason
  }

  /// The machine that makes the sound, as long as the user has to be told that it is not the one
  /// they sit at.
  package var remoteHost: CleanText?

  /// Creates a state of the sound.
  package init(isMuted: Bool = false, volume: Int = 100, remoteHost: CleanText? = nil) {
    self.isMuted = isMuted
    self.volume = volume
    self.remoteHost = remoteHost
  }
}
