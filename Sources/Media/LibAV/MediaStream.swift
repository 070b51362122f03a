import CLibAV
import MediaCore
import Models

/// A stream of an open container, selected for playback.
///
/// The pointers belong to the demuxer's format context and are valid as long as it is.
struct MediaStream {
  enum Kind: Int, CaseIterable {
    case video
    case sound
    case subtitles
  }

  let kind: Kind
  let index: Int32
  let pointer: UnsafeMutablePointer<AVStream>
  let parameters: UnsafeMutablePointer<AVCodecParameters>

  /// The stream's time base in seconds.
  let timeBase: Double

  /// Frames per second on average; `nil` if the container does not say.
  let frameRate: Double?

  /// Stored separately from `parameters`: readers outlive the context when a container is reopened.
  let codecID: AVCodecID

  /// Among streams of a kind, the one with the highest rank is played.
  private let rank: Int

  /// The stream contains one frame for the whole clip, such as album art.
  var isCoverArt: Bool { pointer.pointee.disposition & AV_DISPOSITION_ATTACHED_PIC != 0 }

  /// The codec's libav name, or if there is none the container's: four characters, with numbers for
  /// those that are not printable.
  var codecName: String {
    if codecID != AV_CODEC_ID_NONE {
      return String(cString: avcodec_get_name(codecID))
    }
    let tag = parameters.pointee.codec_tag
    guard tag != 0 else { return CleanText.localized("unknown codec").string }
    return withUnsafeBytes(of: tag.littleEndian) { bytes in
      bytes.map { (0x20..<0x7F).contains($0) ? String(UnicodeScalar($0)) : "[\($0)]" }.joined()
    }
  }

  /// Whether there is a decoder for the codec.
  var hasDecoder: Bool { avcodec_find_decoder(codecID) != nil }

  /// Whether the mean rate is missing or implausible. libav's own guess is roughly the rate of
  /// which all times are multiples.
  var isFrameRateDoubtful: Bool {
    kind == .video && !isCoverArt && pointer.pointee.avg_frame_rate.num > 0
      && Self.plausible(pointer.pointee.avg_frame_rate) == nil
  }

  /// Whether the channel count is the one that MP4 stores for any audio: two (ISO/IEC 14496-12,
  /// 12.2.3). For the other codecs, libav reads it from their header.
  var isLayoutDoubtful: Bool {
    let codecs = [AV_CODEC_ID_MP3, AV_CODEC_ID_MP2, AV_CODEC_ID_VORBIS, AV_CODEC_ID_DTS]
    return kind == .sound && codecs.contains(codecID)
  }

  /// Frame lines that should not be shown; `nil` if there are none.
  var blankingLines: BlankingLines? {
    BlankingLines(
      codec: codecID, width: parameters.pointee.width, height: parameters.pointee.height)
  }

  /// Bits per sample of the frame, as far as known before decoding.
  var depth: Int {
    let format = AVPixelFormat(rawValue: parameters.pointee.format)
    if let description = av_pix_fmt_desc_get(format) {
      return Int(description.pointee.comp.0.depth)
    }
    return max(Int(parameters.pointee.bits_per_raw_sample), 8)
  }

  /// The stream's start time on the container's clock, if the container has one.
  var reportedStart: Double? { seconds(pointer.pointee.start_time) }

  /// The stream's start time on the container's clock; 0 if it has none.
  var startTime: Double { reportedStart ?? 0 }

  /// Converts a timestamp to seconds on the container's clock; `nil` if it is missing or
  /// implausible.
  func seconds(_ ticks: Int64) -> Double? {
    ticks == AVStatus.noTimestamp ? nil : MediaTime.plausible(Double(ticks) * timeBase)
  }

  /// When a packet is shown or heard, on the container's clock; `nil` if unknown.
  func time(of packet: UnsafeMutablePointer<AVPacket>) -> Double? {
    seconds(packet.pointee.pts) ?? seconds(packet.pointee.dts)
  }

  /// The stream's own duration in seconds, if it has one.
  var duration: Double? {
    let duration = pointer.pointee.duration
    return duration > 0 ? seconds(duration) : nil
  }

  /// Chooses a stream of a kind, by these criteria: not cover art if there is moving video, has a
  /// decoder, is the default, comes first.
  init?(_ kind: Kind, in context: UnsafeMutablePointer<AVFormatContext>) {
    guard let best = Self.all(kind, in: context).max(by: { $0.rank < $1.rank }) else { return nil }
    self = best
  }

  /// Takes a stream by its index; `nil` if it is not a playable one of this kind.
  init?(_ kind: Kind, at index: Int, in context: UnsafeMutablePointer<AVFormatContext>) {
    guard (0..<Int(context.pointee.nb_streams)).contains(index),
      let stream = context.pointee.streams[index], let rank = Self.rank(stream, kind),
      let parameters = stream.pointee.codecpar
    else { return nil }
    self.kind = kind
    self.rank = rank
    self.index = stream.pointee.index
    pointer = stream
    self.parameters = parameters
    timeBase = av_q2d(stream.pointee.time_base)
    frameRate =
      Self.plausible(stream.pointee.avg_frame_rate) ?? Self.plausible(stream.pointee.r_frame_rate)
    codecID = Self.codecID(of: parameters.pointee)
  }

  /// All streams of a kind, in the container's order.
  static func all(
    _ kind: Kind, in context: UnsafeMutablePointer<AVFormatContext>
  ) -> [MediaStream] {
    (0..<Int(context.pointee.nb_streams)).compactMap { MediaStream(kind, at: $0, in: context) }
  }

  private static func plausible(_ rate: AVRational) -> Double? {
    guard rate.num > 0, rate.den > 0 else { return nil }
    let value = av_q2d(rate)
    // Millisecond timestamps make some demuxers guess 1000 frames per second.
    return value <= 480 ? value : nil
  }

  /// The codec, including Matroska's `S_TEXT/WEBVTT` subtitles, which libav 5.1 does not know and
  /// which keep the header of a WebVTT file. To libav they stay unknown, or it would take them for
  /// another format.
  private static func codecID(of parameters: AVCodecParameters) -> AVCodecID {
    guard parameters.codec_type == AVMEDIA_TYPE_SUBTITLE,
      parameters.codec_id == AV_CODEC_ID_NONE, let header = parameters.extradata
    else { return parameters.codec_id }
    let bytes = UnsafeBufferPointer(start: header, count: max(Int(parameters.extradata_size), 0))
    return bytes.starts(with: "WEBVTT".utf8) ? AV_CODEC_ID_WEBVTT : AV_CODEC_ID_NONE
  }

  private static func mediaType(of kind: Kind) -> AVMediaType {
    switch kind {
    case .video: AVMEDIA_TYPE_VIDEO
    case .sound: AVMEDIA_TYPE_AUDIO
    case .subtitles: AVMEDIA_TYPE_SUBTITLE
    }
  }

  /// Whether subtitles are text. Bitmap subtitles cannot be shown in cells.
  private static func isText(_ codec: AVCodecID) -> Bool {
    guard let descriptor = avcodec_descriptor_get(codec) else { return false }
    return descriptor.pointee.props & AV_CODEC_PROP_TEXT_SUB != 0
      && avcodec_find_decoder(codec) != nil
  }

  private static func rank(_ stream: UnsafeMutablePointer<AVStream>, _ kind: Kind) -> Int? {
    guard let parameters = stream.pointee.codecpar else { return nil }
    let disposition = stream.pointee.disposition
    guard parameters.pointee.codec_type == mediaType(of: kind),
      disposition & AV_DISPOSITION_TIMED_THUMBNAILS == 0,
      kind != .subtitles || isText(codecID(of: parameters.pointee))
    else { return nil }
    let special = AV_DISPOSITION_HEARING_IMPAIRED | AV_DISPOSITION_VISUAL_IMPAIRED
    var rank = 0
    if disposition & AV_DISPOSITION_ATTACHED_PIC == 0 { rank += 8 }
    if avcodec_find_decoder(codecID(of: parameters.pointee)) != nil { rank += 4 }
    if disposition & special == 0 { rank += 2 }
    if disposition & AV_DISPOSITION_DEFAULT != 0 { rank += 1 }
    return rank
  }
}
