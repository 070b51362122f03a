import Glibc
import Graphics
import Models

/// Frames as `ffmpeg -f rawvideo -pix_fmt rgb24` writes them.
struct RawFrames {
  let size: PixelSize
  let frames: [PixelBuffer]

  /// Reads a file; what is left of it after the last whole frame is dropped.
  ///
  /// - Returns: `nil` if there is no whole frame of this size in it.
  init?(path: String, size: PixelSize) {
    let count = size.width * size.height
    guard count > 0, let stream = fopen(path, "re") else { return nil }
    defer { fclose(stream) }
    var bytes = [UInt8](repeating: 0, count: count * 3)
    var frames: [PixelBuffer] = []
    while fread(&bytes, 1, bytes.count, stream) == bytes.count {
      frames.append(
        PixelBuffer(
          size: size,
          pixels: (0..<count).map {
            Color(red: bytes[$0 * 3], green: bytes[$0 * 3 + 1], blue: bytes[$0 * 3 + 2]).rawValue
          }))
    }
    guard !frames.isEmpty else { return nil }
    self.size = size
    self.frames = frames
  }
}
