import MediaCore
import Models
import TestSupport
import Testing

@testable import LibAV

/// A way to write the pattern's colours, and whether to say so in the file.
struct ColorCase: CustomTestStringConvertible {
  var name: String
  var size = PixelSize(width: 160, height: 96)
  var matrix: String
  var range = "tv"
  var format = "yuv420p"
  var isTagged = true

  var testDescription: String { name }

  func clip() throws -> FilePath {
    let name = ["bt601": "smpte170m", "bt2020": "bt2020nc"][matrix] ?? matrix
    let tags = isTagged ? ["-colorspace", name, "-color_range", range] : []
    return try TestClips.make(
      "color.mp4",
      TestClips.pattern(
        size, seconds: 0.2,
        filters: ",scale=out_color_matrix=\(matrix):out_range=\(range),format=\(format),"
          + TestClips.tags(isTagged ? name : "unknown"))
        + ["-c:v", "libx264", "-preset", "ultrafast", "-crf", "4", "-pix_fmt", format] + tags)
  }

  static let all = [
    ColorCase(name: "BT.601", matrix: "bt601"),
    ColorCase(name: "BT.709", matrix: "bt709"),
    ColorCase(name: "BT.2020", matrix: "bt2020"),
    ColorCase(name: "full range", matrix: "bt709", range: "pc"),
    ColorCase(name: "10 bits", matrix: "bt709", format: "yuv420p10le"),
    ColorCase(name: "4:4:4", matrix: "bt709", format: "yuv444p"),
    ColorCase(name: "untagged and small, so BT.601", matrix: "bt601", isTagged: false),
    ColorCase(
      name: "untagged and large, so BT.709", size: PixelSize(width: 1280, height: 720),
      matrix: "bt709", isTagged: false),
  ]
}

@Suite struct ColorTests {
  @Test(arguments: ColorCase.all)
  func appliesMatrixAndRange(_ color: ColorCase) throws {
    let source = try open(color.clip())
    _ = try source.nextFrame()
    #expect(DecodedFrame(source, PixelSize(width: 32, height: 20)).corners == .upright)
  }

  @Test(arguments: ["large.png", "large.jxl", "large.gif"])
  func appliesNoMatrixToRGB(_ name: String) throws {
    let still = try TestClips.make(
      name,
      TestClips.pattern(PixelSize(width: 1280, height: 720), seconds: 0.04) + ["-frames:v", "1"])
    let source = try open(still)
    _ = try source.nextFrame()
    #expect(DecodedFrame(source, PixelSize(width: 32, height: 20)).corners == .upright)
  }

  /// Coded without a loss, so that only the colours can be off.
  @Test(arguments: ["gbrp", "bgr0"])
  func leavesRGBUnchanged(_ format: String) throws {
    let clip = try TestClips.make(
      "rgb.mkv",
      TestClips.pattern(PixelSize(width: 160, height: 96), seconds: 0.2) + [
        "-c:v", format == "gbrp" ? "libx264rgb" : "ffv1", "-qp", "0", "-pix_fmt",
        format == "gbrp" ? "bgr24" : format, "-colorspace", "rgb",
      ])
    let source = try open(clip)
    _ = try source.nextFrame()
    let corners = DecodedFrame(source, PixelSize(width: 32, height: 20)).corners
    #expect(corners.topLeft.isNear(.red, within: 2))
    #expect(corners.topRight.isNear(.green, within: 2))
    #expect(corners.bottomLeft.isNear(.blue, within: 2))
  }

  @Test func convertsBT2020ToSRGB() throws {
    // BT.709's red, green and blue in BT.2020's primaries: BT.2087, table 4.
    let clip = try TestClips.make(
      "wide.mp4",
      [
        "-f", "lavfi", "-i",
        "color=0xA8370F:s=64x64:r=25:d=0.2,scale=out_color_matrix=bt2020,"
          + "format=yuv420p10le,\(TestClips.tags("bt2020nc", "bt2020", "bt2020-10"))",
        "-c:v", "libx264", "-crf", "4", "-colorspace", "bt2020nc", "-color_primaries", "bt2020",
        "-color_trc", "bt2020-10",
      ])
    let source = try open(clip)
    _ = try source.nextFrame()
    let color = DecodedFrame(source, PixelSize(width: 4, height: 4)).color(across: 0.5, down: 0.5)
    #expect(color.red > 190 && color.green < 40 && color.blue < 20)
    for gray in [0, 1, 64, 128, 254, 255] as [UInt32] {
      let pixel = gray | gray << 8 | gray << 16
      for primaries in Primaries.allCases {
        let mapped = ToneMapper(.ordinary, primaries).mapped(pixel)
        #expect(mapped.isNear(Color(pixel), within: 1))
      }
    }
  }

  /// A light red in the primaries of cinemas and telephones, which are narrower than BT.2020's.
  @Test(arguments: [
    ("smpte432", "smpte2084", "0x826B6B", Color(198, 120, 122)),
    ("smpte431", "smpte2084", "0x826B6B", Color(195, 120, 122)),
    ("bt709", "smpte2084", "0x826B6B", Color(188, 124, 124)),
    ("bt2020", "smpte2084", "0x826B6B", Color(218, 112, 122)),
    ("smpte432", "bt709", "0xC06060", Color(206, 89, 93)),
    ("smpte431", "bt709", "0xC06060", Color(202, 89, 93)),
  ])
  func bringsColoursFromTheirOwnPrimaries(
    _ primaries: String, _ transfer: String, _ coded: String, _ expected: Color
  ) throws {
    let clip = try TestClips.make(
      "primaries.mp4",
      [
        "-f", "lavfi", "-i",
        "color=\(coded):s=64x64:r=25:d=0.2,format=gbrp,scale=out_color_matrix=bt709,"
          + "format=yuv420p10le,\(TestClips.tags("bt709", primaries, transfer))",
        "-c:v", "libx264", "-crf", "4", "-colorspace", "bt709", "-color_primaries", primaries,
        "-color_trc", transfer,
      ])
    let source = try open(clip)
    _ = try source.nextFrame()
    let color = DecodedFrame(source, PixelSize(width: 4, height: 4)).color(across: 0.5, down: 0.5)
    // A step of 8 bits in PQ is as much as four in the result.
    #expect(color.isNear(expected, within: 4))
  }

  @Test func transparencyIsCorrectAfterASeek() throws {
    // The two streams have their keyframes in different places.
    let clip = try TestClips.make(
      "fading.webm",
      [
        "-f", "lavfi", "-i",
        "color=white:s=64x64:r=25:d=2,format=yuva420p,geq=lum=235:cb=128:cr=128:a='4*N'",
        "-c:v", "libvpx", "-deadline", "realtime", "-cpu-used", "8", "-auto-alt-ref", "0",
        "-b:v", "400k", "-force_key_frames", "1,1.2", "-pix_fmt", "yuva420p",
      ])
    let source = try open(clip)
    for (time, number) in [(1.5, 37), (0.4, 10), (1.9, 47)] {
      try source.seek(to: time + 0.01, precision: .exact)
      _ = try source.nextFrame()
      let color = DecodedFrame(source, PixelSize(width: 4, height: 4)).color(across: 0.5, down: 0.5)
      let expected = 4 * number
      #expect(color.isNear(Color(expected, expected, expected), within: 10))
    }
  }

  @Test func blendsTransparentStillsOverBlack() throws {
    let still = try TestClips.make(
      "half.png",
      [
        "-f", "lavfi", "-i", "color=white:s=64x64:d=1,format=rgba,colorchannelmixer=aa=0.5",
        "-frames:v", "1",
      ])
    let source = try open(still)
    _ = try source.nextFrame()
    let color = DecodedFrame(source, PixelSize(width: 4, height: 4)).color(across: 0.5, down: 0.5)
    #expect(color.isNear(Color(128, 128, 128), within: 2))
  }

  @Test func blendsTransparentVideoOverBlack() throws {
    let clip = try TestClips.make(
      "half.webm",
      [
        "-f", "lavfi", "-i",
        "color=white:s=64x64:r=25:d=0.2,format=yuva420p,colorchannelmixer=aa=0.5",
        "-c:v", "libvpx-vp9", "-deadline", "realtime", "-cpu-used", "8", "-pix_fmt", "yuva420p",
      ])
    let source = try open(clip)
    _ = try source.nextFrame()
    let color = DecodedFrame(source, PixelSize(width: 4, height: 4)).color(across: 0.5, down: 0.5)
    #expect(color.isNear(Color(128, 128, 128), within: 4))
  }

  /// Frames with much detail, coded in different shapes, against the ffmpeg command's own scaler.
  @Test(arguments: [
    (0, PixelSize(width: 640, height: 360), PixelSize(width: 160, height: 90)),
    (0, PixelSize(width: 360, height: 640), PixelSize(width: 54, height: 96)),
    (0, PixelSize(width: 640, height: 640), PixelSize(width: 80, height: 80)),
    (0, PixelSize(width: 640, height: 640), PixelSize(width: 40, height: 40)),
    (90, PixelSize(width: 640, height: 360), PixelSize(width: 54, height: 96)),
    (180, PixelSize(width: 640, height: 360), PixelSize(width: 160, height: 90)),
    (270, PixelSize(width: 640, height: 360), PixelSize(width: 81, height: 144)),
  ])
  func scalesAsWellAsFFmpeg(_ turn: Int, _ size: PixelSize, _ target: PixelSize) throws {
    var clip = try TestClips.make(
      "detail.mp4",
      [
        "-f", "lavfi", "-i",
        "mandelbrot=s=\(size.width)x\(size.height):r=25:start_scale=0.5,format=yuv420p",
        "-frames:v", "1", "-c:v", "libx264", "-preset", "veryfast", "-crf", "12", "-pix_fmt",
        "yuv420p", "-colorspace", "bt709",
      ])
    if turn > 0 { clip = try TestClips.turned(degrees: turn, clip) }
    let bytes = try TestClips.ffmpeg([
      "-i", clip.description, "-frames:v", "1", "-vf",
      "scale=\(target.width):\(target.height):in_color_matrix=bt709:"
        + "flags=area+full_chroma_int+full_chroma_inp+accurate_rnd,format=rgb0",
      "-f", "rawvideo", "-pix_fmt", "rgb0", "-",
    ])
    let expected = bytes.withUnsafeBytes { bytes in
      (0..<target.width * target.height).map { index in
        bytes.loadUnaligned(fromByteOffset: index * 4, as: UInt32.self) & 0xFF_FFFF
      }
    }
    let source = try open(clip)
    _ = try source.nextFrame()
    let frame = DecodedFrame(source, target)
    let quality = frame.quality(against: DecodedFrame(size: target, pixels: expected))
    #expect(quality >= 40)
  }
}
