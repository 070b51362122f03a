/// A kind of file Flick plays, by the names libav's demuxers go by.
///
/// libav knows some 300 demuxers; among them are lists that open other files, scripts, devices and
/// text. A file is probed among all of them, and refused unless the best match stands here.
struct ContainerFormat: Hashable, Sendable {
  /// One of the names of the demuxer.
  let demuxer: String

  /// One picture, without a clock.
  var isPicture = false

  /// Made for many pictures, but often used for one.
  var mayHoldOnePicture = false

  /// The header alone describes the streams: no packets need to be read ahead to know them.
  var describesStreams = false

  /// Each packet says when it is shown, not only when it is decoded.
  var hasPresentationTimes = true

  /// The first packet is found by its place; by its time, a later one may be.
  var startsAtFirstByte = false

  /// A duration estimated from the bit rate makes sense: one stream at a steady rate.
  var isElementaryAudio = false

  /// Every format that is played.
  static let all: [ContainerFormat] = [
    ContainerFormat(demuxer: "mov", describesStreams: true),
    ContainerFormat(demuxer: "matroska", describesStreams: true),
    ContainerFormat(demuxer: "avi", hasPresentationTimes: false),
    ContainerFormat(demuxer: "mpegts", startsAtFirstByte: true),
    ContainerFormat(demuxer: "mpeg", hasPresentationTimes: false, startsAtFirstByte: true),
    ContainerFormat(demuxer: "flv"),
    ContainerFormat(demuxer: "ogg"),
    ContainerFormat(demuxer: "asf"),
    ContainerFormat(demuxer: "mxf"),
    ContainerFormat(demuxer: "dv"),
    ContainerFormat(demuxer: "mjpeg", mayHoldOnePicture: true),
    ContainerFormat(demuxer: "gif", mayHoldOnePicture: true),
    ContainerFormat(demuxer: "apng", mayHoldOnePicture: true),
    ContainerFormat(demuxer: "jpeg_pipe", isPicture: true),
    ContainerFormat(demuxer: "png_pipe", isPicture: true),
    ContainerFormat(demuxer: "webp_pipe", isPicture: true),
    ContainerFormat(demuxer: "mp3", isElementaryAudio: true),
    ContainerFormat(demuxer: "aac", isElementaryAudio: true),
    ContainerFormat(demuxer: "flac", isElementaryAudio: true),
    ContainerFormat(demuxer: "wav", isElementaryAudio: true),
  ]

  /// A stream in segments (HLS, RFC 8216): of the web alone, and never found by probing.
  static let stream = ContainerFormat(demuxer: "hls")

  /// The formats in the form of libav's `format_whitelist`.
  static let whitelist = all.map(\.demuxer).joined(separator: ",")

  /// Finds the format of a demuxer.
  ///
  /// - Parameter names: A demuxer's comma-separated names, such as `mov,mp4,m4a,3gp,3g2,mj2`.
  init?(demuxerNames names: String) {
    let names = names.split(separator: ",").map(String.init)
    if names.contains(Self.stream.demuxer) {
      self = .stream
      return
    }
    guard let format = Self.all.first(where: { names.contains($0.demuxer) }) else { return nil }
    self = format
  }

  private init(
    demuxer: String, isPicture: Bool = false, mayHoldOnePicture: Bool = false,
    describesStreams: Bool = false,
    hasPresentationTimes: Bool = true, startsAtFirstByte: Bool = false,
    isElementaryAudio: Bool = false
  ) {
    self.demuxer = demuxer
    self.isPicture = isPicture
    self.mayHoldOnePicture = mayHoldOnePicture
    self.describesStreams = describesStreams
    self.hasPresentationTimes = hasPresentationTimes
    self.startsAtFirstByte = startsAtFirstByte
    self.isElementaryAudio = isElementaryAudio
  }
}
