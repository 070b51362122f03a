import Models
import TestSupport

/// How ffmpeg is asked for a codec, and what comes back.
struct Recipe {
  /// The codec as libav's decoders name it.
  let codec: String
  let encoder: String
  let arguments: [String]
  /// What the codec can do, where not any size will do.
  var size = PixelSize(width: 64, height: 48)
  /// How far a channel of the first frame's colours may be off.
  var tolerance = 10
  /// What is done to the frames, each filter with its comma in front.
  var filters = ""

  init(
    _ codec: String, _ encoder: String? = nil, _ arguments: String = "",
    size: PixelSize = PixelSize(width: 64, height: 48), tolerance: Int = 10, filters: String = ""
  ) {
    self.codec = codec
    self.encoder = encoder ?? codec
    self.arguments = arguments.split(separator: " ").map(String.init)
    self.size = size
    self.tolerance = tolerance
    self.filters = filters
  }

  /// The codecs of frames, by their names, and what needs another encoder in some container.
  static let frames = table([
    Recipe("h264", "libx264", "-preset veryfast -crf 8 -bf 2 -pix_fmt yuv420p"),
    Recipe(
      "hevc", "libx265",
      "-preset veryfast -crf 8 -pix_fmt yuv420p -x265-params "
        + "log-level=none:pools=1:frame-threads=1"),
    Recipe("vp8", "libvpx", "-deadline realtime -cpu-used 8 -crf 4 -b:v 4M"),
    Recipe(
      "vp9", "libvpx-vp9", "-deadline realtime -cpu-used 8 -crf 10 -b:v 0 -pix_fmt yuv420p"),
    Recipe("av1", "libaom-av1", "-usage realtime -cpu-used 8 -crf 10 -b:v 0 -pix_fmt yuv420p"),
    Recipe("mpeg1video", nil, "-q:v 2"),
    Recipe("mpeg2video", nil, "-q:v 2"),
    Recipe("mpeg4", nil, "-q:v 2"),
    Recipe("msmpeg4v2", nil, "-q:v 2"),
    Recipe("msmpeg4v3", "msmpeg4", "-q:v 2"),
    Recipe("wmv1", nil, "-q:v 2"),
    Recipe("wmv2", nil, "-q:v 2"),
    Recipe("flv1", "flv", "-q:v 2"),
    Recipe("h263", nil, "-q:v 2", size: PixelSize(width: 128, height: 96)),
    Recipe("rv10", nil, "-q:v 2"),
    Recipe("rv20", nil, "-q:v 2"),
    Recipe("theora", "libtheora", "-q:v 10"),
    Recipe("prores", "prores_ks"),
    Recipe(
      "dnxhd", nil, "-profile:v dnxhr_hq -pix_fmt yuv422p",
      // This one and VC-2 say BT.709 of whatever they are given.
      size: PixelSize(width: 256, height: 144),
      filters: ",scale=out_color_matrix=bt709,format=yuv422p"),
    Recipe(
      "dvvideo", nil, "-pix_fmt yuv420p -aspect 4:3", size: PixelSize(width: 720, height: 576)),
    Recipe("mjpeg", nil, "-q:v 2 -pix_fmt yuvj420p"),
    Recipe("jpeg2000", nil, "-pix_fmt yuv420p"),
    Recipe("ffv1"), Recipe("huffyuv"), Recipe("ffvhuff"), Recipe("utvideo"), Recipe("magicyuv"),
    Recipe("png"), Recipe("qtrle"), Recipe("zmbv"), Recipe("flashsv"),
    Recipe("rawvideo", nil, "-pix_fmt yuv420p"),
    Recipe("cinepak", nil, "-q:v 1", tolerance: 24),
    Recipe("svq1", nil, "-q:v 2"),
    Recipe("cfhd", nil, "-pix_fmt yuv422p10le"),
    Recipe("snow", nil, "-q:v 2"),
    Recipe(
      "dirac", "vc2", "-pix_fmt yuv420p", size: PixelSize(width: 256, height: 144),
      filters: ",scale=out_color_matrix=bt709,format=yuv420p"),
    Recipe("gif"), Recipe("apng"), Recipe("webp", "libwebp", "-quality 100 -pix_fmt yuv420p"),
    Recipe("bmp"), Recipe("tiff"), Recipe("jpegxl", "libjxl", "-distance 0.5"), Recipe("qoi"),
    Recipe("ppm"), Recipe("pgm"),
  ]).merging(["wrapped": Recipe("rawvideo", "wrapped_avframe", "-pix_fmt yuv420p")]) { $1 }

  /// The codecs of sound.
  static let sounds = table([
    Recipe("aac"), Recipe("mp3", "libmp3lame"), Recipe("mp2"), Recipe("ac3"), Recipe("eac3"),
    Recipe("opus", "libopus"), Recipe("vorbis", "libvorbis"), Recipe("speex", "libspeex"),
    Recipe("flac"), Recipe("alac"), Recipe("wavpack"), Recipe("tta"), Recipe("truehd"),
    Recipe("dts", "dca"), Recipe("wmav1"), Recipe("wmav2"),
    Recipe("amr_nb", "libopencore_amrnb", "-ar 8000 -ac 1"),
    Recipe("pcm_s16le"), Recipe("pcm_s16be"), Recipe("pcm_s24le"), Recipe("pcm_s24be"),
    Recipe("pcm_f32le"), Recipe("pcm_u8"), Recipe("pcm_alaw"), Recipe("pcm_mulaw"),
    Recipe("pcm_dvd"), Recipe("adpcm_ms"), Recipe("adpcm_ima_wav"), Recipe("adpcm_ima_qt"),
    Recipe("adpcm_swf", nil, "-ar 44100"),
  ])

  private static func table(_ recipes: [Recipe]) -> [String: Recipe] {
    Dictionary(recipes.map { ($0.codec, $0) }) { first, _ in first }
  }
}
