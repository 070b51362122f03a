/// A kind of file Flick plays, by the name libav's demuxer goes by (docs/decisions/engine-files.md).
///
/// libav knows some 300 demuxers; among them are lists that open other files, scripts, devices and
/// text. A file is probed among all of them, and refused unless the best match stands in `all`.
package struct MediaFormat: Hashable, Sendable {
  /// One of the names of the demuxer.
  package let demuxer: String

  /// What it is called in plain words.
  package let name: String

  /// The extensions, in lower case, by which a folder's feed takes a file for a clip of this format.
  package let folderExtensions: [String]

  /// Other extensions of this format, in lower case: such a file is played where it is named.
  package let otherExtensions: [String]

  /// What libav's demuxer does not tell of itself.
  package let traits: Traits

  /// What distinguishes a format's demuxer from the others.
  package struct Traits: OptionSet, Hashable, Sendable {
    package let rawValue: Int

    /// Creates a set from its bits.
    package init(rawValue: Int) { self.rawValue = rawValue }

    /// One frame, without a clock.
    package static let isStill = Traits(rawValue: 1)

    /// Made for many frames, but often used for one.
    package static let mayHoldOneFrame = Traits(rawValue: 2)

    /// The header alone describes the streams: no packets need to be read ahead to know them.
    package static let describesStreams = Traits(rawValue: 4)

    /// Packets say when they are decoded, at most, not when they are shown.
    package static let lacksPresentationTimes = Traits(rawValue: 8)

    /// Packets say nothing of time: frames follow each other at the stream's rate, and only
    /// reading from the beginning tells which is which.
    package static let lacksTimes = Traits(rawValue: 16)

    /// The first packet is found by its place; by its time, a later one may be.
    package static let startsAtFirstByte = Traits(rawValue: 32)

    /// A duration estimated from the bit rate makes sense: one stream at a steady rate.
    package static let isElementaryAudio = Traits(rawValue: 64)

    /// The duration in the header is the time of the last packet's end, wherever the first one is.
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
  /// Every format that is played.
  package static let all = videos + animations + frames + sounds

  /// A stream in segments (HLS, RFC 8216): of the web alone, never found by probing, and so in no
  /// folder.
  package static let segmentedStream = MediaFormat("hls", "HLS")

  /// Containers of frames and sound.
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
    // Of the extension `m4v`, MP4 has the most files.
    MediaFormat("m4v", "MPEG-4 stream", .lacksTimes),
    MediaFormat("mpegvideo", "MPEG-1, MPEG-2 stream", folder: "m1v m2v mpv", .lacksTimes),
  ]

  private static let animations = [
    MediaFormat("gif", "GIF", folder: "gif", .mayHoldOneFrame),
    MediaFormat("apng", "Animated PNG", folder: "apng", .mayHoldOneFrame),
    animatedWebP,
  ]

  /// Of the extension `webp`, which is that of single frames, too. libav reads it from FFmpeg 9.0 on.
  package static let animatedWebP = MediaFormat(
    "webp_anim", "Animated WebP", .mayHoldOneFrame)

  /// Frames are not taken from folders: beside clips, photographs and thumbnails would be noise.
  private static let frames = [
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

  /// Nor is sound: who keeps clips in a folder came for frames.
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
