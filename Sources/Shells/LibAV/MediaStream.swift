import CLibAV
import MediaCore

/// One stream of an open container that is played.
///
/// The pointers belong to the demuxer's format context and live as long as that.
struct MediaStream {
  enum Kind: Int {
    case picture
    case sound
  }

  let kind: Kind
  let index: Int32
  let pointer: UnsafeMutablePointer<AVStream>
  let parameters: UnsafeMutablePointer<AVCodecParameters>

  /// Seconds in one unit of the stream's timestamps.
  let timeBase: Double

  /// The stream holds one picture that belongs to the whole clip, such as an album's cover.
  var isCoverArt: Bool { pointer.pointee.disposition & AV_DISPOSITION_ATTACHED_PIC != 0 }

  /// The codec as libav names it, or as the container does if libav has no name for it.
  var codecName: String {
    if parameters.pointee.codec_id != AV_CODEC_ID_NONE {
      return String(cString: avcodec_get_name(parameters.pointee.codec_id))
    }
    let tag = parameters.pointee.codec_tag
    return String(decoding: withUnsafeBytes(of: tag.littleEndian, Array.init), as: UTF8.self)
  }

  /// Bits in a sample of the picture, as far as known before decoding.
  var depth: Int {
    let format = AVPixelFormat(rawValue: parameters.pointee.format)
    if let description = av_pix_fmt_desc_get(format) {
      return Int(description.pointee.comp.0.depth)
    }
    return max(Int(parameters.pointee.bits_per_raw_sample), 8)
  }

  /// When the stream starts on the container's clock; 0 if it does not say.
  var startTime: Double {
    seconds(pointer.pointee.start_time) ?? 0
  }

  /// Turns a timestamp into seconds on the container's clock; `nil` if it is none, or one that no
  /// file can mean.
  func seconds(_ ticks: Int64) -> Double? {
    ticks == AVStatus.noTimestamp ? nil : MediaTime.plausible(Double(ticks) * timeBase)
  }

  /// When a packet is shown or heard, on the container's clock; `nil` if it does not say.
  func time(of packet: UnsafeMutablePointer<AVPacket>) -> Double? {
    seconds(packet.pointee.pts) ?? seconds(packet.pointee.dts)
  }

  /// Pictures in a second on average; `nil` if the container does not say.
  var frameRate: Double? {
    for rate in [pointer.pointee.avg_frame_rate, pointer.pointee.r_frame_rate]
    where rate.num > 0 && rate.den > 0 {
      let value = av_q2d(rate)
      // Timestamps of a thousandth of a second make some demuxers guess 1000 pictures a second.
      if value <= 480 { return value }
    }
    return nil
  }

  /// The stream's own length in seconds, if it has one.
  var duration: Double? {
    let duration = pointer.pointee.duration
    return duration > 0 ? seconds(duration) : nil
  }

  /// Chooses the stream to play of a kind: not cover art if there is a moving picture, one with a
  /// decoder, the default one, the first.
  init?(_ kind: Kind, in context: UnsafeMutablePointer<AVFormatContext>) {
    var best: (rank: Int, stream: UnsafeMutablePointer<AVStream>)?
    for index in 0..<Int(context.pointee.nb_streams) {
      guard let stream = context.pointee.streams[index], let rank = Self.rank(stream, kind) else {
        continue
      }
      if rank > best?.rank ?? -1 { best = (rank, stream) }
    }
    guard let best, let parameters = best.stream.pointee.codecpar else { return nil }
    self.kind = kind
    index = best.stream.pointee.index
    pointer = best.stream
    self.parameters = parameters
    timeBase = av_q2d(best.stream.pointee.time_base)
  }

  private static func rank(_ stream: UnsafeMutablePointer<AVStream>, _ kind: Kind) -> Int? {
    guard let parameters = stream.pointee.codecpar else { return nil }
    let disposition = stream.pointee.disposition
    let wanted = kind == .picture ? AVMEDIA_TYPE_VIDEO : AVMEDIA_TYPE_AUDIO
    guard parameters.pointee.codec_type == wanted,
      disposition & AV_DISPOSITION_TIMED_THUMBNAILS == 0
    else { return nil }
    let special = AV_DISPOSITION_HEARING_IMPAIRED | AV_DISPOSITION_VISUAL_IMPAIRED
    var rank = 0
    if disposition & AV_DISPOSITION_ATTACHED_PIC == 0 { rank += 8 }
    if avcodec_find_decoder(parameters.pointee.codec_id) != nil { rank += 4 }
    if disposition & special == 0 { rank += 2 }
    if disposition & AV_DISPOSITION_DEFAULT != 0 { rank += 1 }
    return rank
  }
}
