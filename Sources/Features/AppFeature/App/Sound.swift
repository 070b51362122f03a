import Models

/// Whether clips are heard, how loud and where.
package struct Sound: Hashable, Sendable {
  package var isMuted: Bool
  /// Perceived loudness in percent, 0 to 100.
  package var volume: Int
  package var device = SoundDevice.unknown
  /// How much later it is heard than its frame is shown, in milliseconds; negative for earlier.
  package var delay = 0

  /// The largest delay, either way, in milliseconds: the engine has half a second of sound ready.
  static let maxDelay = 250

  /// Whether the user has yet to be told that there is no sound, and why.
  var isShortageUnreported = false

  /// Why there is no sound although there should be; `nil` if it plays or is muted.
  package var reasonOfSilence: CleanText? {
    guard !isMuted, case .missing(let reason) = device else { return nil }
    return reason
  }

  /// The machine that plays the sound, until the user knows that it is not their own.
  package var remoteHost: CleanText?

  package init(isMuted: Bool = false, volume: Int = 100, remoteHost: CleanText? = nil) {
    self.isMuted = isMuted
    self.volume = volume
    self.remoteHost = remoteHost
  }
}
