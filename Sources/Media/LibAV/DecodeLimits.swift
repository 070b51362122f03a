/// What a clip may ask for before it is refused.
///
/// A file of a kilobyte can ask for gigabytes; these bounds turn that into an error.
enum DecodeLimits {
  /// Pixels in a coded frame: 8K UHD with the rows that coding adds.
  static let pixels: Int64 = 8192 * 4608

  /// Streams in a container, those included that are not played.
  static let streams: Int32 = 64

  /// Samples for each channel in one coded piece of sound: 4 s at 48 kHz.
  static let samples: Int64 = 192_000

  /// Sound outside these rates, in hertz, is taken for a lie: resampling 1 Hz makes a minute of
  /// work from a kilobyte.
  static let sampleRates: ClosedRange<Int32> = 2000...768_000

  /// Bytes in a single allocation by libav.
  static let allocation = 512 << 20

  /// Bytes read to find out what kind of file it is. Large, because album art may come first.
  static let recognitionBytes: UInt32 = 4 << 20

  /// Bytes and microseconds of media read to learn of the streams, where the header does not say.
  static let probeBytes: Int64 = 1 << 20
  static let probeMicroseconds: Int64 = 1_000_000

  /// Files up to this size are read through when nothing in them tells how long they are.
  static let scanBytes: Int64 = 16 << 20

  /// Media of fewer bytes a second than this is taken for a mistake in its timestamps.
  static let leastBytesPerSecond = 2000.0

  /// No media has fewer bytes a second than this: a frame of black takes as many.
  static let fewestBytesPerSecond = 20.0

  /// Packets or frames in a row that may fail before the rest is given up.
  static let failuresInARow = 64

  /// Packets thrown away while waiting for a keyframe; some streams mark none.
  static let packetsWithoutKeyframe = 300

  /// What may wait in the queue of the stream that is not asked for, in bytes.
  static let queueBytes = 4 << 20
  /// The same in seconds. Of sound it may be more: it is small, and a clip whose frames end or
  /// rest gives its last ones only when the decoder hears of the next, or of the end.
  static let frameQueueSeconds = 1.5
  static let soundQueueSeconds = 10.0

  /// Subtitles that wait to be taken, and the bytes of one: a line of text takes a hundred.
  static let subtitles = 256
  static let subtitleBytes: Int32 = 16_384

  /// SubtitleCue files beside a clip that are offered, the bytes of one, and the subtitles kept of it: a
  /// film of three hours has 3000.
  static let sidecars = 16
  static let sidecarBytes = 16 << 20
  static let sidecarSubtitles = 20_000
  /// Entries of a folder that are looked at for them, and the names kept.
  static let folderEntries = 200_000
  static let sidecarNames = 20_000

  /// What is told of a clip: how many chapters and tags, and the characters of a name or a value.
  static let chapters = 500
  static let tags = 64
  static let nameLength = 64
  static let titleLength = 200
  static let valueLength = 1000
}
