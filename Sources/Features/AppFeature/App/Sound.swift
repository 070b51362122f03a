import Models

/// Whether clips are heard, and where.
package struct Sound: Hashable, Sendable {
  package var isMuted: Bool
  package var device = SoundDevice.unknown

  /// The machine that makes the sound, as long as the user has to be told that it is not the one
  /// they sit at.
  package var remoteHost: CleanText?

  /// Creates a state of the sound.
  package init(isMuted: Bool = false, remoteHost: CleanText? = nil) {
    self.isMuted = isMuted
    self.remoteHost = remoteHost
  }
}
