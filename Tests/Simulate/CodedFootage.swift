import Glibc
import Graphics
import Models
import TestSupport

/// What a frame of the simulation's clips says of itself: which clip it is of, and its number.
struct FrameCode: Hashable {
  var clip: Int
  var frame: Int

  /// The squares of a frame, row by row, are bits: 7 of the clip, 11 of the frame, 18 of a check.
  static let (columns, rows) = (12, 3)

  private var payload: UInt64 { UInt64(clip & 0x7F) << 11 | UInt64(frame & 0x7FF) }

  /// Multiplied by an odd number: what is read amiss does not fit.
  private var check: UInt64 { ((payload + 1) &* 0x9E37_79B9_7F4A_7C15) >> 46 }

  var bits: [Bool] {
    let value = payload << 18 | check
    return (0..<Self.columns * Self.rows).map { value >> UInt64($0) & 1 == 1 }
  }

  init(clip: Int, frame: Int) {
    self.clip = clip
    self.frame = frame
  }

  /// Reads a code; `nil` if the squares are none.
  init?(_ bits: [Bool]) {
    let value = bits.indices.reduce(UInt64(0)) { $0 | (bits[$1] ? 1 << UInt64($1) : 0) }
    self.init(clip: Int(value >> 29 & 0x7F), frame: Int(value >> 18 & 0x7FF))
    guard value & 0x3FFFF == check else { return nil }
  }

  /// Reads the code of the frame that fills an area of a screen; `nil` if none is there as a whole.
  init?(on screen: TerminalModel, in area: CellRect) {
    var bits: [Bool] = []
    for row in 0..<Self.rows {
      for column in 0..<Self.columns {
        let cell = screen.cell(
          column: area.column + (2 * column + 1) * area.columns / (2 * Self.columns),
          row: area.row + (2 * row + 1) * area.rows / (2 * Self.rows))
        guard let top = cell.halves?.top, let bottom = cell.halves?.bottom else { return nil }
        // What is neither light nor dark is no square.
        let light = Int(top >> 8 & 0xFF)
        guard light < 90 || light > 165, abs(light - Int(bottom >> 8 & 0xFF)) < 40 else {
          return nil
        }
        bits.append(light > 127)
      }
    }
    self.init(bits)
  }
}

/// The clips of the simulation, made once.
struct CodedFootage {
  static let size = PixelSize(width: 160, height: 88)
  static let frameRate = 25

  /// The paths of the clips by number, and how many frames each has.
  let clips: [(path: String, frames: Int)]

  init(in folder: String, count: Int) throws {
    mkdir(folder, 0o755)
    clips = try (0..<count).map { number in
      let frames = [75, 50, 125, 30, 200, 90][number % 6]
      let path = "\(folder)/clip-\(number < 10 ? "0" : "")\(number).mp4"
      if access(path, R_OK) != 0 { try Self.make(path, clip: number, frames: frames) }
      return (path, frames)
    }
  }

  private static func make(_ path: String, clip: Int, frames: Int) throws {
    // Several simulators may make it at once: the first one's stays.
    let draft = "\(path).\(getpid()).mp4"
    let raw = draft + ".raw"
    defer {
      unlink(raw)
      unlink(draft)
    }
    guard let file = fopen(raw, "w") else { throw Failure("cannot write \(raw)") }
    for frame in 0..<frames {
      let pixels = pixels(FrameCode(clip: clip, frame: frame))
      fwrite(pixels, 1, pixels.count, file)
    }
    fclose(file)
    // Some have no sound, and one keyframe only.
    let isPlain = clip % 6 != 4
    try FFmpegCommand.run(
      [
        "-f", "rawvideo", "-pix_fmt", "gray", "-s", "\(size.width)x\(size.height)", "-r",
        "\(frameRate)", "-i", raw, "-f", "lavfi", "-i",
        "sine=frequency=\(300 + 20 * clip):sample_rate=48000", "-t",
        "\(Double(frames) / Double(frameRate))", "-c:v", "libx264", "-preset", "ultrafast", "-crf",
        "18", "-pix_fmt", "yuv420p", "-g", isPlain ? "25" : "1000",
      ] + (isPlain ? [] : ["-an"]) + ["-y", draft])
    // Details show when a file was written.
    let dates = [timespec(tv_sec: 1_780_000_000 + 3_600 * clip, tv_nsec: 0)]
    utimensat(AT_FDCWD, draft, dates + dates, 0)
    guard link(draft, path) == 0 || errno == EEXIST else { throw Failure("cannot write \(path)") }
  }

  private static func pixels(_ code: FrameCode) -> [UInt8] {
    let bits = code.bits
    let lines = (0..<FrameCode.rows).map { row in
      (0..<size.width).map { x in
        bits[row * FrameCode.columns + x * FrameCode.columns / size.width] ? 220 : 30 as UInt8
      }
    }
    return (0..<size.height).flatMap { lines[$0 * FrameCode.rows / size.height] }
  }
}
