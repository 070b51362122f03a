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

  /// Reads files, each followed by its size in pixels, such as 160x90, one at a time.
  ///
  /// - Parameters:
  ///   - arguments: Path, size, path, size...
  ///   - report: Called with each path, clean, and its frames.
  /// - Returns: Whether all of them could be read.
  static func read(_ arguments: [String], _ report: (String, RawFrames) -> Void) -> Bool {
    var rest = arguments[...]
    while let path = rest.popFirst() {
      let sides = (rest.popFirst() ?? "").split(separator: "x").compactMap { Int($0) }
      guard sides.count == 2,
        let clip = RawFrames(path: path, size: PixelSize(width: sides[0], height: sides[1]))
      else {
        print("\(CleanText(path).string): no pictures of that size")
        return false
      }
      report(CleanText(path).string, clip)
    }
    return true
  }
}
