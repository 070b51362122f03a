/// All that a container says of a clip, for the screens that tell it.
package struct MediaDetails: Hashable, Sendable {
  /// A name and a value that the file carries, such as a title, an artist or a date.
  package struct Tag: Hashable, Sendable {
    package var name: CleanText
    package var value: CleanText

    /// Creates a tag.
    package init(name: CleanText, value: CleanText) {
      self.name = name
      self.value = value
    }
  }

  /// The container's name in plain words.
  package var container: CleanText = ""
  /// Bytes in the file; `nil` if the server does not say.
  package var byteCount: Int?
  /// When the recording was made, as it says itself, in seconds since 1970; `nil` if it does not, or
  /// says what cannot be.
  package var recorded: Double?
  /// When the file was last written, in seconds since 1970; `nil` if it is not on this machine.
  package var modified: Double?
  /// Bits in a second of the whole file; `nil` if unknown.
  package var bitRate: Int?
  /// Seconds; `nil` if unknown.
  package var duration: Double?
  /// The frame's shape after rotation and sample aspect, in square pixels.
  package var displaySize: PixelSize?
  /// The frame as coded, in pixels.
  package var codedSize: PixelSize?
  /// Frames in a second, on average.
  package var frameRate: Double?
  /// The frame's codec as libav names it; empty without a frame.
  package var videoCodec: CleanText = ""
  /// How samples are laid out and what colours they mean, such as `yuv420p10le, bt2020, PQ`.
  package var pixelFormat: CleanText = ""
  /// How the sound is coded, such as `aac, 44100 Hz, stereo`; empty without sound.
  package var soundFormat: CleanText = ""
  package var soundTracks: [MediaTrack] = []
  package var subtitleTracks: [MediaTrack] = []
  package var chapters: [Chapter] = []
  package var tags: [Tag] = []

  /// Creates a description of what nothing is known of.
  package init() {}
}
