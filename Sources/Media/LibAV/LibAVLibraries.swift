import CLibAV
import Models
import Platform

/// The libav version in use, and what it was built without.
package enum LibAVLibraries {
  private static let isPrepared: Void = {
    LibAVLog.silence()
    // A damaged file may request gigabytes.
    av_max_alloc(DecodeLimits.allocation)
  }()

  /// Applies global settings of libav. Called before the first of its functions.
  static func prepare() { isPrepared }

  /// The major version of libavformat: 59 for FFmpeg 5, and so on.
  package static var majorVersion: UInt32 { avformat_version() >> 16 }

  /// The libraries' names and versions.
  package static var versions: [CleanText] {
    [
      ("libavformat", avformat_version()), ("libavcodec", avcodec_version()),
      ("libswscale", swscale_version()), ("libswresample", swresample_version()),
      ("libavutil", avutil_version()),
    ].map { name, version in
      // Major, minor and micro, as packed by AV_VERSION_INT.
      CleanText("\(name) \(version >> 16).\(version >> 8 & 0xFF).\(version & 0xFF)")
    }
  }

  /// Common video and audio formats that cannot be decoded, by their common names.
  package static var missingFormats: [String] {
    let formats: [(String, AVCodecID)] = [
      ("H.264", AV_CODEC_ID_H264), ("HEVC", AV_CODEC_ID_HEVC), ("VP8", AV_CODEC_ID_VP8),
      ("VP9", AV_CODEC_ID_VP9), ("MPEG-4", AV_CODEC_ID_MPEG4), ("MPEG-2", AV_CODEC_ID_MPEG2VIDEO),
      ("ProRes", AV_CODEC_ID_PRORES), ("Motion JPEG", AV_CODEC_ID_MJPEG), ("GIF", AV_CODEC_ID_GIF),
      ("PNG", AV_CODEC_ID_PNG), ("WebP", AV_CODEC_ID_WEBP), ("AAC", AV_CODEC_ID_AAC),
      ("MP3", AV_CODEC_ID_MP3), ("Opus", AV_CODEC_ID_OPUS), ("Vorbis", AV_CODEC_ID_VORBIS),
      ("FLAC", AV_CODEC_ID_FLAC), ("AC-3", AV_CODEC_ID_AC3),
    ]
    let missing = formats.filter { avcodec_find_decoder($0.1) == nil }.map(\.0)
    // libav's own decoder of this name works only with hardware.
    let names: [String] = ["libdav1d", "libaom-av1"]
    let hasAV1 = names.contains { avcodec_find_decoder_by_name($0) != nil }
    return hasAV1 ? missing : missing + ["AV1"]
  }

  /// Whether stills can be written as PNG.
  package static var writesPNG: Bool { avcodec_find_encoder(AV_CODEC_ID_PNG) != nil }
}
