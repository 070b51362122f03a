/// A file format that Flick plays, by the name of libav's demuxer (docs/decisions/engine-files.md).
///
/// libav has some 300 demuxers; among them are playlists that open other files, scripts, devices
/// and text. A file is probed against all of them, and rejected unless the best match is in `all`.
package struct MediaFormat: Hashable, Sendable {
  /// One of the names of the demuxer.
  package let demuxer: String

  /// A readable name.
  package let name: String

  /// The extensions, in lower case, that make a folder's feed treat a file as a clip of this
  /// format.
  package let folderExtensions: [String]

  /// Other extensions of this format, in lower case; such files play only when named.
  package let otherExtensions: [String]

  /// What libav's demuxer does not report about itself.
  package let traits: Traits

  /// What distinguishes a format's demuxer from the others.
  package struct Traits: OptionSet, Hashable, Sendable {
    package let rawValue: Int

    package init(rawValue: Int) { self.rawValue = rawValue }

    /// One frame, without timing.
    package static let isStill = Traits(rawValue: 1)

    /// Designed for many frames, but often used for one.
    package static let mayHoldOneFrame = Traits(rawValue: 2)

    /// The header alone describes the streams; no packets need to be read ahead.
    package static let describesStreams = Traits(rawValue: 4)

    /// Packets carry decoding timestamps at most, no presentation timestamps.
    package static let lacksPresentationTimes = Traits(rawValue: 8)

    /// Packets carry no timestamps: frames follow each other at the stream's rate, and only reading
    /// from the beginning gives their times.
    package static let lacksTimes = Traits(rawValue: 16)

    /// The first packet is found by byte position; a seek by time may land on a later one.
    package static let startsAtFirstByte = Traits(rawValue: 32)

    /// A duration estimated from the bit rate is meaningful: one stream at a constant rate.
    package static let isElementaryAudio = Traits(rawValue: 64)

    /// The duration in the header is the end time of the last packet, whatever the first one's
    /// time.
    package static let countsDurationFromZero = Traits(rawValue: 128)
  }

  private init(
    _ demuxer: String, _ name: String, folder: String = "", named: String = "",
    _ traits: Traits = []
  ) {
    self.demuxer = demuxer
    self.name = name
    folderExtensions = folder.split(separator: " ").map(String.init)
    otherExtensions = named.split(separator: " ").map(String.init)
    self.traits = traits
  }
}

extension MediaFormat {
  /// All formats that Flick plays.
  package static let all = videos + animations + stills + sounds

  /// The extensions of all formats, in lower case.
  package static let extensions = Set(all.flatMap { $0.folderExtensions + $0.otherExtensions })

  /// A segmented stream (HLS, RFC 8216): only from the web, never found by probing, and so never in
  /// a folder.
  package static let segmentedStream = MediaFormat("hls", "HLS")

  /// Containers of video and sound.
  private static let videos = [
    MediaFormat(
      "mov", "MP4, QuickTime", folder: "mp4 m4v mov qt 3gp 3g2 f4v",
      named: "m4a m4b m4r mj2 ismv isma avif heic heif hif", .describesStreams),
    MediaFormat(
      "matroska", "Matroska, WebM", folder: "mkv webm mk3d", named: "mka weba",
      [.describesStreams, .countsDurationFromZero]),
    MediaFormat("avi", "AVI", folder: "avi divx", .lacksPresentationTimes),
    MediaFormat(
      "mpegts", "MPEG transport stream", folder: "ts mts m2ts m2t", named: "tp trp",
      .startsAtFirstByte),
    MediaFormat(
      "mpeg", "MPEG program stream", folder: "mpg mpeg mpe vob mod tod", named: "m2p ps evo",
      [.lacksPresentationTimes, .startsAtFirstByte]),
    MediaFormat("flv", "Flash Video", folder: "flv"),
    MediaFormat("ogg", "Ogg", folder: "ogv ogm ogx", named: "ogg oga opus spx"),
    MediaFormat("asf", "Windows Media", folder: "wmv asf", named: "wma"),
    MediaFormat("mxf", "MXF", folder: "mxf"),
    MediaFormat("gxf", "GXF", folder: "gxf", .lacksPresentationTimes),
    MediaFormat("dv", "DV", folder: "dv", named: "dif"),
    MediaFormat("rm", "RealMedia", folder: "rm rmvb", named: "ra"),
    MediaFormat("wtv", "Windows recorded TV", folder: "wtv"),
    MediaFormat("nut", "NUT", folder: "nut"),
    MediaFormat("ivf", "IVF", folder: "ivf"),
    MediaFormat("yuv4mpegpipe", "YUV4MPEG2", folder: "y4m"),
    MediaFormat("mjpeg", "Motion JPEG", folder: "mjpeg mjpg", .mayHoldOneFrame),
    MediaFormat("h264", "H.264 stream", folder: "h264 264", named: "avc", .lacksTimes),
    MediaFormat("hevc", "HEVC stream", folder: "h265 265 hevc", .lacksTimes),
    MediaFormat("obu", "AV1 stream", folder: "obu", .lacksTimes),
    // Most files with the extension `m4v` are MP4.
    MediaFormat("m4v", "MPEG-4 stream", .lacksTimes),
    MediaFormat("mpegvideo", "MPEG-1, MPEG-2 stream", folder: "m1v m2v mpv", .lacksTimes),
  ]

  private static let animations = [
    MediaFormat("gif", "GIF", folder: "gif", .mayHoldOneFrame),
    MediaFormat("apng", "Animated PNG", folder: "apng", .mayHoldOneFrame),
    animatedWebP,
  ]

  /// Shares the extension `webp` with stills. libav reads it from FFmpeg 9.0 on.
  package static let animatedWebP = MediaFormat(
    "webp_anim", "Animated WebP", .mayHoldOneFrame)

  /// Stills are not taken from folders: next to clips, photographs and thumbnails would be noise.
  private static let stills = [
    MediaFormat("jpeg_pipe", "JPEG", named: "jpg jpeg jpe jfif", .isStill),
    MediaFormat("png_pipe", "PNG", named: "png", .isStill),
    MediaFormat("webp_pipe", "WebP", named: "webp", .isStill),
    MediaFormat("bmp_pipe", "BMP", named: "bmp dib", .isStill),
    MediaFormat("tiff_pipe", "TIFF", named: "tif tiff", .isStill),
    MediaFormat("jpegxl_pipe", "JPEG XL", named: "jxl", .isStill),
    MediaFormat("j2k_pipe", "JPEG 2000", named: "jp2 j2k j2c", .isStill),
    MediaFormat("qoi_pipe", "QOI", named: "qoi", .isStill),
    MediaFormat("ppm_pipe", "Portable pixmap", named: "ppm", .isStill),
    MediaFormat("pgm_pipe", "Portable graymap", named: "pgm", .isStill),
  ]

  /// Neither are audio files: a folder of clips is opened for its video.
  private static let sounds = [
    MediaFormat("mp3", "MP3", named: "mp3 mp2 mpa", .isElementaryAudio),
    MediaFormat("aac", "AAC", named: "aac", .isElementaryAudio),
    MediaFormat("flac", "FLAC", named: "flac", .isElementaryAudio),
    MediaFormat("wav", "WAV", named: "wav", .isElementaryAudio),
    MediaFormat("w64", "Wave64", named: "w64", .isElementaryAudio),
    MediaFormat("aiff", "AIFF", named: "aif aiff aifc", .isElementaryAudio),
    MediaFormat("au", "Sun audio", named: "au snd", .isElementaryAudio),
    MediaFormat("caf", "Core Audio", named: "caf", .isElementaryAudio),
    MediaFormat("ac3", "AC-3", named: "ac3", .isElementaryAudio),
    MediaFormat("eac3", "E-AC-3", named: "eac3 ec3", .isElementaryAudio),
    MediaFormat("dts", "DTS", named: "dts", .isElementaryAudio),
    MediaFormat("truehd", "TrueHD", named: "thd", .isElementaryAudio),
    MediaFormat("wv", "WavPack", named: "wv", .isElementaryAudio),
    MediaFormat("tta", "True Audio", named: "tta", .isElementaryAudio),
    MediaFormat("amr", "AMR", named: "amr awb", .isElementaryAudio),
    MediaFormat("ape", "Monkey's Audio", named: "ape", .isElementaryAudio),
  ]
}
