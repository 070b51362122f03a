/// Whether sound can be heard, as the screen shows it.
package enum SoundDevice: Hashable, Sendable {
  /// Not asked for yet.
  case unknown
  /// A device plays.
  case playing
  /// There is none, it is busy or it has gone; the host's clock drives the frame.
  case missing(CleanText)
}
