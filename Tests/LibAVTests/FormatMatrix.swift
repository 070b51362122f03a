import Models
import TestSupport
import Testing

/// A clip of one container with one codec of frames, one of sound, or both.
struct FormatPair: CustomTestStringConvertible {
  /// The demuxer that reads it.
  var demuxer: String
  var fileExtension: String
  /// The name of ffmpeg's muxer, where the extension does not tell.
  var muxer: String?
  var frame: Recipe?
  var sound: Recipe?
  var isStill = false
  /// Frames in the clip, of which 25 make a second; the sound is as long.
  var frameCount = 12

  var testDescription: String {
    "\(fileExtension): \([frame?.codec, sound?.codec].compactMap(\.self).joined(separator: "+"))"
  }

  /// In seconds.
  var duration: Double { Double(frameCount) / 25 }

  /// The encoders it takes that ffmpeg does not have here.
  var missingEncoders: [String] {
    [frame?.encoder, sound?.encoder].compactMap(\.self).filter { !TestClips.hasEncoder($0) }
  }

  /// Makes the clip.
  ///
  /// - Parameters:
  ///   - filters: See `TestClips.pattern`.
  ///   - arguments: Further arguments for ffmpeg.
  /// - Returns: Path of the file.
  /// - Throws: What making it throws.
  func clip(filters: String = "", _ arguments: [String] = []) throws -> FilePath {
    try TestClips.make([recipe(filters: filters, arguments)])[0]
  }

  /// How ffmpeg makes the clip; see `clip`.
  func recipe(filters: String = "", _ arguments: [String] = []) -> ClipRecipe {
    var inputs: [[String]] = []
    if let frame {
      inputs.append(
        TestClips.pattern(frame.size, seconds: duration, filters: frame.filters + filters))
    }
    if sound != nil { inputs.append(TestClips.beeps(seconds: duration)) }
    var command: [String] = []
    if let frame { command += ["-c:v", frame.encoder] + frame.arguments }
    if let sound { command += ["-c:a", sound.encoder] + sound.arguments }
    if isStill { command += ["-frames:v", "1"] }
    // For the encoders and the pairs that ffmpeg calls experimental.
    command += ["-strict", "-2"] + arguments
    // Of sound that starts before 0, as that of MP3 does, AVI makes frames that are left out.
    if fileExtension == "avi" { command += ["-avoid_negative_ts", "disabled"] }
    if let muxer { command += ["-f", muxer] }
    return ClipRecipe(name: "matrix.\(fileExtension)", inputs: inputs, arguments: command)
  }

  /// The pairs that people have, and the codecs that no other container carries.
  static let all: [FormatPair] =
    rows("mp4", by: "mov", "h264+aac h264+mp3 h264+ac3 h264+alac h264+flac hevc+aac hevc+eac3")
    + rows("mp4", by: "mov", "av1+opus av1+aac vp9+opus mpeg4+aac mpeg4+mp3 mpeg2video+ac3")
    + rows("mov", by: "mov", "h264+pcm_s16le hevc+aac prores+pcm_s24le dnxhd+pcm_s16le")
    + rows("mov", by: "mov", "mjpeg+pcm_s16be qtrle+alac png+aac dvvideo+pcm_s16le svq1 cfhd")
    + rows("mov", by: "mov", "cinepak+adpcm_ima_qt jpeg2000 rawvideo+pcm_f32le")
    + rows("3gp", by: "mov", "h263+aac mpeg4+aac h263+amr_nb h264+aac")
    + rows("m4a", by: "mov", "+aac +alac")
    + rows("mkv", by: "matroska", "h264+aac h264+vorbis h264+dts h264+truehd hevc+ac3 hevc+flac")
    + rows("mkv", by: "matroska", "vp8+vorbis vp9+opus av1+opus mpeg2video+mp2 mpeg4+mp3")
    + rows("mkv", by: "matroska", "theora+vorbis ffv1+flac mjpeg+pcm_s16le prores+pcm_s24le")
    + rows("mkv", by: "matroska", "huffyuv+wavpack utvideo+tta snow dirac rawvideo msmpeg4v3+mp3")
    + rows("mka", by: "matroska", "+opus +flac +dts")
    + rows("webm", by: "matroska", "vp8+vorbis vp9+opus vp9+vorbis av1+opus")
    + rows("avi", by: "avi", "mpeg4+mp3 mpeg4+ac3 msmpeg4v2+mp3 msmpeg4v3+mp3 mpeg2video+mp2")
    + rows("avi", by: "avi", "mjpeg+pcm_u8 huffyuv+pcm_s16le ffvhuff+adpcm_ms ffv1 utvideo")
    + rows("avi", by: "avi", "magicyuv rawvideo cinepak+adpcm_ima_wav zmbv dvvideo h263 wmv1")
    + rows("ts", by: "mpegts", "h264+aac h264+mp2 h264+mp3 h264+ac3 h264+opus hevc+aac hevc+eac3")
    + rows("ts", by: "mpegts", "mpeg2video+mp2 mpeg2video+ac3 mpeg1video+mp2 mpeg4+aac")
    + rows("mpg", by: "mpeg", "mpeg1video+mp2 mpeg2video+mp2")
    + rows("vob", by: "mpeg", "mpeg2video+ac3 mpeg2video+pcm_dvd h264+ac3")
    + rows("flv", by: "flv", "flv1+mp3 flv1+adpcm_swf h264+aac h264+mp3 flashsv")
    + rows("ogv", by: "ogg", "theora+vorbis theora+opus theora+flac vp8+vorbis")
    + rows("ogg", by: "ogg", "+vorbis +opus +flac +speex") + rows("opus", by: "ogg", "+opus")
    + rows("wmv", by: "asf", "wmv1+wmav1 wmv2+wmav2 msmpeg4v3+mp3 mpeg4+mp3")
    + rows("wma", by: "asf", "+wmav2")
    + rows("mxf", by: "mxf", "mpeg2video+pcm_s16le dnxhd+pcm_s24le")
    + rows("gxf", by: "gxf", of: television, "mpeg2video")
    + rows("dv", by: "dv", "dvvideo+pcm_s16le")
    + rows("rm", by: "rm", "rv10+ac3 rv20+aac")
    + rows("wtv", by: "wtv", "mpeg2video+mp2 mpeg2video+ac3")
    + rows("nut", by: "nut", "h264+aac ffv1+flac mpeg4+mp3 rawvideo+pcm_s16le")
    + rows("ivf", by: "ivf", "vp8 vp9 av1")
    + rows("y4m", by: "yuv4mpegpipe", muxer: "yuv4mpegpipe", "wrapped")
    + rows("mjpeg", by: "mjpeg", "mjpeg")
    + rows("h264", by: "h264", "h264") + rows("h265", by: "hevc", muxer: "hevc", "hevc")
    + rows("obu", by: "obu", "av1") + rows("m4v", by: "m4v", muxer: "m4v", "mpeg4")
    + rows("m1v", by: "mpegvideo", muxer: "mpeg1video", "mpeg1video")
    + rows("m2v", by: "mpegvideo", muxer: "mpeg2video", "mpeg2video")
    + rows("gif", by: "gif", "gif") + rows("apng", by: "apng", "apng")
    + stills + sounds

  private static let stills =
    rows("jpg", by: "jpeg_pipe", "mjpeg") + rows("png", by: "png_pipe", "png")
    + rows("webp", by: "webp_pipe", "webp") + rows("bmp", by: "bmp_pipe", "bmp")
    + rows("tiff", by: "tiff_pipe", "tiff") + rows("jxl", by: "jpegxl_pipe", "jpegxl")
    + rows("jp2", by: "j2k_pipe", "jpeg2000") + rows("qoi", by: "qoi_pipe", "qoi")
    + rows("ppm", by: "ppm_pipe", "ppm") + rows("avif", by: "mov", "av1")

  private static let sounds =
    rows("mp3", by: "mp3", "+mp3") + rows("mp2", by: "mp3", "+mp2") + rows("aac", by: "aac", "+aac")
    + rows("flac", by: "flac", "+flac")
    + rows("wav", by: "wav", "+pcm_s16le +pcm_s24le +pcm_f32le +pcm_u8 +pcm_alaw +pcm_mulaw")
    + rows("wav", by: "wav", "+adpcm_ms +adpcm_ima_wav") + rows("w64", by: "w64", "+pcm_s16le")
    + rows("aiff", by: "aiff", "+pcm_s16be +pcm_s24be")
    + rows("au", by: "au", "+pcm_s16be +pcm_mulaw") + rows("caf", by: "caf", "+pcm_s16be +alac")
    + rows("ac3", by: "ac3", "+ac3") + rows("eac3", by: "eac3", "+eac3")
    + rows("dts", by: "dts", "+dts") + rows("thd", by: "truehd", muxer: "truehd", "+truehd")
    + rows("wv", by: "wv", "+wavpack") + rows("tta", by: "tta", "+tta")
    + rows("amr", by: "amr", "+amr_nb")

  /// The only size some formats take, but for that of America.
  private static let television = PixelSize(width: 720, height: 576)

  /// Reads pairs of codecs such as `h264+aac`, `vp9` or `+mp3`.
  private static func rows(
    _ fileExtension: String, by demuxer: String, muxer: String? = nil, of size: PixelSize? = nil,
    _ pairs: String
  ) -> [FormatPair] {
    pairs.split(separator: " ").map { pair in
      let codecs = pair.split(separator: "+", omittingEmptySubsequences: false).map(String.init)
      var frame = Recipe.frames[codecs[0]]
      if let size { frame?.size = size }
      return FormatPair(
        demuxer: demuxer, fileExtension: fileExtension, muxer: muxer, frame: frame,
        sound: codecs.count > 1 ? Recipe.sounds[codecs[1]] : nil,
        isStill: demuxer.hasSuffix("_pipe") || fileExtension == "avif",
        // Half a second of TrueHD is too little to be sure of.
        frameCount: demuxer == "truehd" ? 25 : 12)
    }
  }
}
