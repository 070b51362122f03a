import Models

/// Makes clips and reference frames with the `ffmpeg` command.
package enum FFmpegCommand {
  /// `ffmpeg` exited with a status other than 0.
  package struct Failure: Error {
    package let status: Int32
    package let arguments: [String]
  }

  /// Runs `ffmpeg`, overwriting its outputs.
  ///
  /// - Throws: `Failure`, or `PtyError` if it is not installed.
  package static func run(_ arguments: [String]) throws {
    let status = try Command.run(
      "ffmpeg", ["-nostdin", "-hide_banner", "-loglevel", "error", "-y"] + arguments)
    guard status == 0 else { throw Failure(status: status, arguments: arguments) }
  }

  /// Makes an H.264 clip from a synthetic source, with or without a tone.
  ///
  /// - Parameters:
  ///   - path: Its path; the extension selects the container.
  ///   - source: A `lavfi` graph that produces frames, such as `testsrc2`.
  ///   - filter: A filter for the frames; `null` for none.
  ///   - size: In pixels.
  ///   - rate: Frames per second.
  ///   - duration: In seconds.
  ///   - tone: The frequency of its sound, in hertz; `nil` for none.
  /// - Throws: The errors of `run`.
  package static func makeClip(
    _ path: String, source: String = "testsrc2", filter: String = "null",
    size: PixelSize = PixelSize(width: 320, height: 180), rate: Int = 30, duration: Double = 2,
    tone: Int? = nil
  ) throws {
    // `color=c=red` already has parameters, `testsrc2` has none.
    let separator = source.contains("=") ? ":" : "="
    var arguments = [
      "-f", "lavfi", "-i", "\(source)\(separator)s=\(size.width)x\(size.height):r=\(rate)",
    ]
    if let tone { arguments += ["-f", "lavfi", "-i", "sine=frequency=\(tone):sample_rate=48000"] }
    // ffmpeg takes untagged frames of any size for BT.601, while players take large ones for
    // BT.709.
    let isLarge = size.height > 576
    arguments += [
      "-t", "\(duration)", "-vf", isLarge ? "\(filter),\(TestClips.tags("bt709"))" : filter,
    ]
    if isLarge { arguments += ["-colorspace", "bt709", "-color_range", "tv"] }
    arguments += ["-c:v", "libx264", "-preset", "veryfast", "-pix_fmt", "yuv420p", "-g", "60"]
    try run(arguments + [path])
  }

  /// Decodes frames as a terminal with exact colours should show them: scaled by area with full
  /// chroma, in RGB.
  ///
  /// - Parameters:
  ///   - path: The clip.
  ///   - size: The size to scale to, in pixels.
  ///   - start: Where to start, in seconds.
  ///   - count: The maximum number of frames.
  /// - Returns: The frames there are, up to `count`.
  /// - Throws: The errors of `run`.
  package static func frames(
    of path: String, size: PixelSize, from start: Double = 0, count: Int = 1
  ) throws -> [PixelGrid] {
    let folder = try ScratchFolder()
    let file = folder.file("pictures.rgb")
    let flags = "area+full_chroma_int+full_chroma_inp+accurate_rnd"
    try run([
      "-ss", "\(start)", "-i", path, "-frames:v", "\(count)",
      "-vf", "scale=\(size.width):\(size.height):flags=\(flags)",
      "-f", "rawvideo", "-pix_fmt", "rgb24", file,
    ])
    let bytes = Command.contents(of: file)
    let length = size.width * size.height * 3
    return stride(from: 0, to: bytes.count - length + 1, by: length).map { start in
      let pixels = stride(from: start, to: start + length, by: 3).map { index -> UInt32? in
        UInt32(bytes[index]) << 16 | UInt32(bytes[index + 1]) << 8 | UInt32(bytes[index + 2])
      }
      return PixelGrid(size: size, pixels: pixels)
    }
  }
}
