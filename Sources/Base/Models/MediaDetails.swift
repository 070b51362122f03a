/// A clip's container metadata, for the screens that show it.
package struct MediaDetails: Hashable, Sendable {
  /// A name and value stored in the file, such as a title, an artist or a date.
  package struct Tag: Hashable, Sendable {
    package var name: CleanText
    package var value: CleanText

    package init(name: CleanText, value: CleanText) {
      self.name = name
      self.value = value
    }
  }

  /// A readable name of the container.
  package var container: CleanText = ""
  /// The file size in bytes; `nil` if the server does not report it.
  package var byteCount: Int?
  /// When the recording was made according to its metadata, in seconds since 1970; `nil` if missing
  /// or implausible.
  package var recorded: Double?
  /// When the file was last written, in seconds since 1970; `nil` if it is not local.
  package var modified: Double?
  /// Bits per second of the whole file; `nil` if unknown.
  package var bitRate: Int?
  /// Seconds; `nil` if unknown.
  package var duration: Double?
  /// The frame's shape after rotation and sample aspect, in square pixels.
  package var displaySize: PixelSize?
  /// The frame as coded, in pixels.
  package var codedSize: PixelSize?
  /// Frames per second, on average.
  package var frameRate: Double?
  /// The video codec's libav name; empty without video.
  package var videoCodec: CleanText = ""
  /// The sample layout and colour space, such as `yuv420p10le, bt2020, PQ`.
  package var pixelFormat: CleanText = ""
  /// The audio format, such as `aac, 44100 Hz, stereo`; empty without sound.
  package var soundFormat: CleanText = ""
  package var soundTracks: [MediaTrack] = []
  package var subtitleTracks: [MediaTrack] = []
  package var chapters: [Chapter] = []
  package var tags: [Tag] = []
  /// What a file beside the clip says; `nil` if there is none.
  package internal(set) var description: ClipDescription?
  /// What that file and the tags say together.
  package internal(set) var about = ClipDescription()

  package init() {}
}
