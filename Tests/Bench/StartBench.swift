import Models
import TestSupport

extension Benchmark {
  /// From the start of the process to the last byte of the first whole frame; a second clip is
  /// there, since nobody browses one.
  static let start = Benchmark(name: "start") { report in
    let folder = try ScratchFolder()
    let size = CellSize(columns: 160, rows: 48)
    let clips = try Tint.makeClips(
      in: folder, size: PixelSize(width: 1_920, height: 1_080), duration: 4)
    for player in Player.installed {
      var times: [Double] = []
      for _ in 0..<7 {
        let capture = try TerminalCapture(player.command(Array(clips.prefix(2)), size), size: size)
        capture.record(for: 1)
        _ = capture.end()
        if let time = try firstFrame(capture, tint: .red) { times.append(time * 1e3) }
      }
      report.add("start.picture.\(player.name)", of: times, "ms")
    }
  }

  /// Seconds from the start to the first whole frame; `nil` if there is none, or none in time.
  static func firstFrame(
    _ capture: TerminalCapture, tint: Tint, within limit: Double = 0.95
  ) throws -> Double? {
    guard let last = TerminalModel(size: capture.size),
      let model = TerminalModel(size: capture.size)
    else { return nil }
    // What is the frame at the end tells what it has to be at the beginning.
    for piece in capture.pieces.prefix(while: { $0.time < capture.startTime + limit }) {
      last.feed(piece.bytes)
    }
    let cells = FrameCells(last, tint: tint)
    guard cells.count > capture.size.columns * capture.size.rows / 4 else { return nil }
    let times = FrameTimes(capture.pieces, model: model, cells: cells, tint: tint)
    return times.whole.map { $0 - capture.startTime }
  }
}
