/// Limits on the resources of a clip.
///
/// A file of a kilobyte can request gigabytes; these limits turn that into an error.
enum DecodeLimits {
  /// Pixels in a coded frame: 8K UHD with coding padding.
  static let pixels: Int64 = 8192 * 4608

  /// Streams in a container, including those that are not played.
  static let streams: Int32 = 64

  /// Samples per channel in one coded audio frame: 4 s at 48 kHz.
  static let samples: Int64 = 192_000

  /// Sample rates outside this range, in hertz, are rejected: resampling 1 Hz turns a kilobyte into
  /// a minute of work.
  static let sampleRates: ClosedRange<Int32> = 2000...768_000

  /// Bytes in a single allocation by libav.
  static let allocation = 512 << 20

  /// Bytes read to recognise the file format. Large, because album art may come first.
  static let recognitionBytes: UInt32 = 4 << 20

  /// Bytes and microseconds of media read to find the streams, if the header does not describe
  /// them.
  static let probeBytes: Int64 = 1 << 20
  static let probeMicroseconds: Int64 = 1_000_000

  /// Files up to this size are scanned completely if nothing in them gives their duration.
  static let scanBytes: Int64 = 16 << 20

  /// Fewer bytes per second than this are taken for a timestamp error.
  static let minBytesPerSecond = 2000.0

  /// The lowest possible bytes per second: a black frame takes as many.
  static let fewestBytesPerSecond = 20.0

  /// Consecutive packets or frames that may fail before the rest is abandoned.
  static let failuresInARow = 64

  /// Packets dropped while waiting for a keyframe; some streams mark none.
  static let packetsWithoutKeyframe = 300

  /// The queue limit of the stream not being read, in bytes.
  static let queueBytes = 4 << 20
  /// The same in seconds. Audio may exceed it: it is small, and a clip whose video ends or pauses
  /// yields its last frames only when the decoder receives the next one, or the end.
  static let frameQueueSeconds = 1.5
  static let soundQueueSeconds = 10.0

  /// Cues waiting to be taken, and the bytes of one: a line of text takes a hundred.
  static let subtitles = 256
  static let subtitleBytes: Int32 = 16_384

  /// Subtitle files offered per clip, the bytes of one, and the cues kept of it: a film of three
  /// hours has 3000.
  static let sidecars = 16
  static let sidecarBytes = 16 << 20
  static let sidecarSubtitles = 20_000
  /// Folder entries searched for them, and the names kept.
  static let folderEntries = 200_000
  static let sidecarNames = 20_000

  /// Limits on metadata: chapters and tags, and the characters of a name or a value.
  static let chapters = 500
  static let tags = 64
  static let nameLength = 64
  static let titleLength = 200
  static let valueLength = 1000
}
