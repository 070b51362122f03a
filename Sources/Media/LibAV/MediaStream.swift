import CLibAV
import MediaCore
import Models

/// One stream of an open container that is played.
///
/// The pointers belong to the demuxer's format context and live as long as that.
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

  /// Seconds in one unit of the stream's timestamps.
  let timeBase: Double

  /// Frames in a second on average; `nil` if the container does not say.
  let frameRate: Double?

  /// Kept apart from `parameters`: readers outlive the context when a container is opened anew.
  let codecID: AVCodecID

  /// How much it suggests itself to be played.
  private let rank: Int

  /// The stream holds one frame that belongs to the whole clip, such as an album's cover.
  var isCoverArt: Bool { pointer.pointee.disposition & AV_DISPOSITION_ATTACHED_PIC != 0 }

  /// The codec as libav names it, or as the container does if libav has no name for it: four
  /// characters, of which those that cannot be printed are told as numbers.
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

  /// Whether there is no mean rate but one that cannot be. What libav guesses instead is the rate of
  /// which all times are multiples, roughly.
  var isFrameRateDoubtful: Bool {
    kind == .video && !isCoverArt && pointer.pointee.avg_frame_rate.num > 0
      && Self.plausible(pointer.pointee.avg_frame_rate) == nil
  }

  /// Whether the number of channels is one that MP4 has for each sound, whatever it is: two (ISO/IEC
  /// 14496-12, 12.2.3). Of the other codecs, libav reads the header that tells it.
  var isLayoutDoubtful: Bool {
    let codecs = [AV_CODEC_ID_MP3, AV_CODEC_ID_MP2, AV_CODEC_ID_VORBIS, AV_CODEC_ID_DTS]
    return kind == .sound && codecs.contains(codecID)
  }

  /// Lines of the frames that nobody is to see; `nil` where there are none.
  var blankingLines: BlankingLines? {
    BlankingLines(
      codec: codecID, width: parameters.pointee.width, height: parameters.pointee.height)
  }

  /// Bits in a sample of the frame, as far as known before decoding.
  var depth: Int {
    let format = AVPixelFormat(rawValue: parameters.pointee.format)
    if let description = av_pix_fmt_desc_get(format) {
      return Int(description.pointee.comp.0.depth)
    }
    return max(Int(parameters.pointee.bits_per_raw_sample), 8)
  }

  /// When the stream starts on the container's clock, as far as the container says.
  var reportedStart: Double? { seconds(pointer.pointee.start_time) }

  /// When the stream starts on the container's clock; 0 if it does not say.
  var startTime: Double { reportedStart ?? 0 }

  /// Turns a timestamp into seconds on the container's clock; `nil` if it is none, or one that no
  /// file can mean.
  func seconds(_ ticks: Int64) -> Double? {
    ticks == AVStatus.noTimestamp ? nil : MediaTime.plausible(Double(ticks) * timeBase)
  }

  /// When a packet is shown or heard, on the container's clock; `nil` if it does not say.
  func time(of packet: UnsafeMutablePointer<AVPacket>) -> Double? {
    seconds(packet.pointee.pts) ?? seconds(packet.pointee.dts)
  }

  /// The stream's own length in seconds, if it has one.
  var duration: Double? {
    let duration = pointer.pointee.duration
    return duration > 0 ? seconds(duration) : nil
  }

  /// Chooses the stream to play of a kind: not cover art if there is a moving frame, one with a
  /// decoder, the default one, the first.
  init?(_ kind: Kind, in context: UnsafeMutablePointer<AVFormatContext>) {
    guard let best = Self.all(kind, in: context).max(by: { $0.rank < $1.rank }) else { return nil }
    self = best
  }

  /// Takes a stream by its number; `nil` if it is none of this kind that can be played.
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
    // Timestamps of a thousandth of a second make some demuxers guess 1000 frames a second.
    return value <= 480 ? value : nil
  }

  /// The codec, also of subtitles in Matroska's `S_TEXT/WEBVTT`, which libav 5.1 does not know: they keep
  /// how a file of WebVTT begins. To libav they stay unknown, or it would take them for another form.
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

  /// Whether subtitles are text. Those that are frames of text have no place among cells.
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
