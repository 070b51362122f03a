import Models
import TestSupport

/// The beginning of a clip scaled for a screen, so that nothing but the way onto the screen differs
/// between players: a pixel for each column, two for each row.
struct RawClip {
  let screen: CellSize
  let frames: [PixelBuffer]
  /// The same frames without loss, as a file; tagged with so many a second that nobody waits for
  /// the next one.
  let path: String
  /// The first ones alone, to tell what starting costs.
  let shortPath: String

  static let shortCount = 10

  /// Scales a clip.
  ///
  /// - Parameters:
  ///   - clip: Its path.
  ///   - start: The second to begin at.
  ///   - screen: The screen it is scaled for.
  ///   - count: The most frames to take.
  ///   - folder: Where the files go.
  /// - Throws: What ffmpeg ends with.
  init(
    of clip: String, from start: Int, screen: CellSize, count: Int, in folder: ScratchFolder
  ) throws {
    self.screen = screen
    let size = PixelSize(width: screen.columns, height: screen.rows * 2)
    let raw = folder.file("pictures.rgb")
    path = folder.file("pictures.nut")
    shortPath = folder.file("short.nut")
    try FFmpegCommand.run([
      "-ss", "\(start)", "-i", clip, "-an", "-frames:v", "\(count)",
      "-vf",
      "scale=\(size.width):\(size.height):flags=area+full_chroma_int+full_chroma_inp+accurate_rnd",
      "-f", "rawvideo", "-pix_fmt", "rgb24", raw,
    ])
    let input = [
      "-f", "rawvideo", "-pix_fmt", "rgb24", "-s", "\(size.width)x\(size.height)", "-r", "240",
      "-i", raw,
    ]
    let codec = ["-c:v", "rawvideo", "-pix_fmt", "rgb24"]
    try FFmpegCommand.run(input + codec + [path])
    try FFmpegCommand.run(input + ["-frames:v", "\(Self.shortCount)"] + codec + [shortPath])
    let bytes = Command.contents(of: raw)
    let length = size.width * size.height * 3
    frames = stride(from: 0, to: bytes.count - length + 1, by: length).map { start in
      let frame = PixelBuffer(size: size)
      frame.withMutablePixels { pixels in
        for index in pixels.indices {
          let place = start + index * 3
          pixels[index] =
            UInt32(bytes[place]) | UInt32(bytes[place + 1]) << 8 | UInt32(bytes[place + 2]) << 16
        }
      }
      return frame
    }
  }
}
