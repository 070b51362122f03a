import Glibc
import Graphics
import MediaCore
import Models
import TestSupport

extension Benchmark {
  static let palettes = Benchmark(name: "palettes") { try PaletteBench.run(&$0) }
}

/// How close frames in few colours come to their originals, beside other programs that are installed:
/// CIEDE2000 after a blur of two cells, and of half a cell.
private enum PaletteBench {
  private static let screen = CellSize(columns: 160, rows: 45)
  private static let halves = PixelSize(width: 160, height: 90)
  /// Four pixels a column: a half block is a square of them.
  private static let original = PixelSize(width: 640, height: 360)
  private static let pixelsPerCell = 4.0

  /// Frames of natural clips, with times in seconds.
  private static let moments = [
    ("flutter__bee.mp4", 1.5), ("mdn__flower.mp4", 2), ("bower__bbb-480p-30s.mp4", 10),
    ("moviepy__big_buck_bunny_0_30.webm", 20), ("mdn__friday.mp4", 3),
    ("mdn__stream-of-water.webm", 1), ("intel__bottle-detection.mp4", 4),
    ("gradio__av1-video.mp4", 2), ("mdnla__crystal.webm", 1), ("derived_speaker_916.mp4", 1),
  ]

  /// Other programs' command lines for a picture of 640 x 360.
  private static func peers(_ picture: String) -> [(name: String, command: [String])] {
    func chafa(_ colors: String) -> [String] {
      [
        "chafa", "-f", "symbols", "--symbols", "vhalf", "-c", colors, "--size", "160x45",
        "--stretch", "--font-ratio", "1/2", picture,
      ]
    }
    return [
      ("16.chafa", chafa("16")), ("256.chafa", chafa("240")),
      ("256.timg", ["timg", "-ph", "--color8", "-g160x45", picture]),
      (
        "256.mpv",
        [
          "mpv", "--no-config", "--vo=tct", "--vo-tct-256=yes", "--really-quiet",
          "--no-keepaspect", "--image-display-duration=0.2", picture,
        ]
      ),
    ].filter { Command.isInstalled($0.command[0]) }
  }

  static func run(_ report: inout Report) throws {
    guard let clips = report.clips else { return print("# palettes: needs --clips") }
    var scores: [String: [Double]] = [:]
    let folder = try ScratchFolder()
    for (index, (name, time)) in moments.enumerated() {
      guard let path = clips.path(name) else { continue }
      let picture = folder.file("\(index).png")
      _ = try Command.run(
        "ffmpeg",
        [
          "-v", "error", "-ss", "\(time)", "-i", path, "-frames:v", "1", "-vf",
          "scale=640:360:flags=area,setsar=1", picture,
        ])
      func frame(_ size: PixelSize) throws -> PixelBuffer? {
        let raw = folder.file("\(index).rgb")
        _ = try Command.run(
          "ffmpeg",
          [
            "-v", "error", "-y", "-i", picture, "-vf",
            "scale=\(size.width):\(size.height):flags=area", "-f", "rawvideo", "-pix_fmt",
            "rgb24", raw,
          ])
        return RawFrames(path: raw, size: size)?.frames.first
      }
      guard let wanted = try frame(original), let small = try frame(halves) else { continue }
      func note(_ name: String, _ shown: PixelBuffer) {
        let large = shown.resampled(to: original)
        for (suffix, cells) in [("two", 2.0), ("half", 0.5)] {
          let difference = ColorDifference.mean(large, wanted, blur: cells * pixelsPerCell)
          scores["\(name).\(suffix)", default: []].append(difference)
        }
      }
      note("16.flick", shown(small, .palette16))
      note("256.flick", shown(small, .palette256))
      for peer in peers(picture) {
        if let frame = try shown(by: peer.command) { note(peer.name, frame) }
      }
    }
    for (name, values) in scores.sorted(by: { $0.key < $1.key }) {
      report.add(
        "palettes.\(name)", values.reduce(0, +) / Double(values.count), "CIEDE2000")
    }
  }

  /// What Flick shows of a frame with a pixel a half block.
  private static func shown(_ frame: PixelBuffer, _ depth: ColorDepth) -> PixelBuffer {
    var encoder = FrameEncoder(size: screen, depth: depth)
    var surface = Surface(size: screen)
    surface.drawFrame(frame, in: surface.bounds)
    var output: [UInt8] = []
    _ = encoder.encode(surface, masking: [], byteLimit: nil, into: &output)
    return screen(after: output)
  }

  private static func shown(by command: [String]) throws -> PixelBuffer? {
    let size = CellSize(columns: screen.columns, rows: screen.rows + 2)
    let capture = try TerminalCapture(command, size: size)
    capture.record(for: 10)
    _ = capture.end()
    let bytes = capture.pieces.flatMap(\.bytes)
    guard !bytes.isEmpty else { return nil }
    // Programs that clear the screen in the end, or leave it, leave nothing on it.
    let ends = ["\u{1B}[?1049l", "\u{1B}[2J"].compactMap {
      bytes.positions(of: Array($0.utf8)).last { $0 > bytes.count / 2 }
    }
    return screen(
      after: Array(bytes[..<(ends.min() ?? bytes.count)]), shift: command[0] == "mpv" ? 1 : 0)
  }

  /// - Parameter shift: Rows by which the frame is drawn too high (see `Peer`).
  private static func screen(after bytes: [UInt8], shift: Int = 0) -> PixelBuffer {
    guard let model = TerminalModel(size: CellSize(columns: 160, rows: 47)) else {
      return PixelBuffer(size: halves)
    }
    model.feed(bytes)
    // The terminal's own background is black.
    return PixelBuffer(
      size: halves,
      pixels: model.frame(left: 0, top: -2 * shift, size: halves).map {
        $0 == TerminalModel.noPixel ? 0 : $0
      })
  }
}
