import Glibc
import Models
import TestSupport

/// A clip of 1280 x 720 with 30 frames a second that carries the number of each frame in its
/// lower right corner, so that a frame on a terminal tells when it was due.
struct StampedClip {
  let name: String
  let path: String

  static let frameRate = 30.0
  static let frameCount = 240
  static let size = PixelSize(width: 1_280, height: 720)

  /// The stamp in the clip: whole pixels of a frame of 160 x 90, three across and four down for
  /// each square of the code.
  private static let stamp = (x: 138, y: 73, width: 21, height: 16, scale: 8)

  /// Makes a clip, or takes the one made before.
  ///
  /// - Parameters:
  ///   - name: What its file is called.
  ///   - source: The options and the input that ffmpeg takes the frames from.
  init(_ name: String, from source: [String]) throws {
    self.name = name
    path = try ClipCache.clip("stamped-\(name).mp4") { path in
      let folder = try ScratchFolder()
      let codes = folder.file("codes.rgb")
      try Self.codes.write(to: codes)
      let (stamp, size) = (Self.stamp, Self.size)
      let shape = "\(size.width):\(size.height)"
      try FFmpegCommand.run(
        source + [
          "-f", "rawvideo", "-pix_fmt", "rgb24", "-s", "7x4", "-r", "30", "-i", codes,
          "-f", "lavfi", "-i", "sine=frequency=330:sample_rate=48000",
          "-filter_complex",
          "[0]fps=30,scale=\(shape):force_original_aspect_ratio=increase,crop=\(shape),setsar=1,"
            + "format=gbrp[picture];"
            + "[1]scale=\(stamp.width * stamp.scale):\(stamp.height * stamp.scale)"
            + ":flags=neighbor,format=gbrp[stamp];"
            + "[picture][stamp]overlay=\(stamp.x * stamp.scale):\(stamp.y * stamp.scale)"
            + ":format=gbrp,scale=out_color_matrix=bt709:out_range=tv,format=yuv420p[out]",
          "-map", "[out]", "-map", "2:a", "-frames:v", "\(Self.frameCount)",
          "-t", "\(Double(Self.frameCount) / Self.frameRate)",
          "-colorspace", "bt709", "-color_range", "tv", "-c:v", "libx264", "-preset", "veryfast",
          "-crf", "16", "-g", "30", "-c:a", "aac", path,
        ])
    }
  }

  /// Clips for a feed: natural ones where a folder of them is given, else of the samples' kind.
  static func feed(_ folder: ClipFolder?) throws -> [StampedClip] {
    if let folder {
      let clips = ClipFolder.swipeClips.compactMap { clip in
        folder.path("\(clip.name).mp4").map { (clip.name, clip.start, $0) }
      }
      if clips.count == ClipFolder.swipeClips.count {
        return try clips.map { name, start, path in
          try StampedClip(
            "\(name)-\(start)s", from: ["-stream_loop", "-1", "-ss", "\(start)", "-i", path])
        }
      }
    }
    let sources = [
      ("waves", "gradients=n=6:speed=0.02:seed=1:c0=0x334455:c1=0xccaa88,noise=alls=12:allf=t"),
      ("zoom", "mandelbrot"), ("test", "testsrc2"), ("blocks", "rgbtestsrc"),
    ]
    return try sources.map { name, source in
      let separator = source.contains("=") ? ":" : "="
      let parts = source.split(separator: ",", maxSplits: 1)
      let sized =
        ([parts[0] + "\(separator)s=\(size.width)x\(size.height):r=30"] + parts.dropFirst())
        .joined(separator: ",")
      return try StampedClip(name, from: ["-f", "lavfi", "-i", sized])
    }
  }

  /// A clip whose cells are easy and hard to compress by turns, two seconds each. Its noise is as
  /// coarse as cells: finer noise would keep the decoder from keeping up.
  static func alternating() throws -> StampedClip {
    let easy = "testsrc2=s=\(size.width)x\(size.height):r=30:d=2"
    let hard =
      "gradients=s=160x90:r=30:d=2:seed=1:speed=0.02,noise=alls=24:allf=t,"
      + "scale=\(size.width):\(size.height):flags=neighbor"
    let parts = [easy, hard, easy, hard].enumerated().map { "\($1),format=gbrp[\($0)]" }
    let graph = parts.joined(separator: ";") + ";[0][1][2][3]concat=n=4"
    return try StampedClip("alternating", from: ["-f", "lavfi", "-i", graph])
  }

  /// The number on the frame that a terminal shows; `nil` if it cannot be read.
  static func number(on model: TerminalModel, at place: FramePosition) -> Int? {
    guard place.size == PixelSize(width: 160, height: 90) else { return nil }
    let size = PixelSize(width: stamp.width, height: stamp.height)
    let pixels = model.frame(left: place.left + stamp.x, top: place.top + stamp.y, size: size)
    let code = GridCode(PixelBuffer(size: size, pixels: pixels), shape: .landscape)
    return code.isReadable && code.number < frameCount ? code.number : nil
  }

  /// All codes, a pixel for each square.
  private static var codes: [UInt8] {
    (0..<frameCount).flatMap { number in
      GridCode.frame(number, shape: .landscape, size: PixelSize(width: 7, height: 4))
        .withPixels { pixels in
          pixels.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8 & 0xFF), UInt8($0 >> 16 & 0xFF)] }
        }
    }
  }
}

extension [UInt8] {
  /// Writes a file of these bytes.
  ///
  /// - Throws: `PtyError` if there is no room.
  func write(to path: String) throws(PtyError) {
    guard let stream = fopen(path, "we") else { throw PtyError(call: "fopen", number: errno) }
    let count = fwrite(self, 1, self.count, stream)
    guard fclose(stream) == 0, count == self.count else {
      throw PtyError(call: "fwrite", number: errno)
    }
  }
}
