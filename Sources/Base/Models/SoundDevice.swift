/// Whether sound is audible, as shown on screen.
package enum SoundDevice: Hashable, Sendable {
  /// Not requested yet.
  case unknown
  case playing
  /// There is none, it is busy or it disappeared; the host's clock drives the video.
  case missing(CleanText)
}
