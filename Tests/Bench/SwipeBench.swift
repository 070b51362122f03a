import Models
import Platform
import TestSupport

extension Benchmark {
  /// From a key to the last byte of the next clip's first whole frame, and to its first rows.
  static let swipe = Benchmark(name: "swipe") { report in
    let folder = try ScratchFolder()
    let size = CellSize(columns: 160, rows: 48)
    let clips = try Tint.makeClips(
      in: folder, size: PixelSize(width: 1_920, height: 1_080), duration: 8)
    for player in [Player.animated] + Player.installed {
      guard let keys = player.keys else { continue }
      let capture = try TerminalCapture(player.command(clips, size), size: size)
      guard let model = TerminalModel(size: size) else { return }
      capture.record(for: 2)
      var position = capture.pieces.count
      for piece in capture.pieces { model.feed(piece.bytes) }
      let cells = FrameCells(model, tint: .red)
      guard cells.count > size.columns * size.rows / 4 else {
        print("# swipe.\(player.name): no picture")
        _ = capture.end()
        continue
      }

      // There and back, three times: fifteen swipes each way.
      let there = Array(1..<clips.count)
      let back = Array((0..<(clips.count - 1)).reversed())
      var times: [String: [Double]] = [:]
      for target in (0..<3).flatMap({ _ in there + back }) {
        guard let tint = Tint(rawValue: target), let previous = model.tint(in: cells) else {
          continue
        }
        let isForwards = target > previous.rawValue
        let time = capture.press(isForwards ? keys.next : keys.previous)
        capture.record(for: 0.7)
        let found = FrameTimes(
          capture.pieces[position...], model: model, cells: cells, tint: tint)
        position = capture.pieces.count
        let direction = isForwards ? "forwards" : "backwards"
        if let first = found.first { times["\(direction).rows", default: []].append(first - time) }
        if let whole = found.whole { times["\(direction).whole", default: []].append(whole - time) }
      }
      for (name, values) in times.sorted(by: { $0.key < $1.key }) {
        report.add("swipe.\(name).\(player.name)", of: values.map { $0 * 1e3 }, "ms")
        report.add("swipe.\(name).\(player.name).count", Double(values.count), "swipes")
      }
      report.add(
        "swipe.memory.\(player.name)", Double(capture.residentMemory) / 1_048_576, "MiB")
      _ = capture.end()
    }
  }
}

extension TerminalModel {
  /// The clip most of the frame shows.
  fileprivate func tint(in cells: FrameCells) -> Tint? {
    Tint.allCases.max { cells.part(of: self, showing: $0) < cells.part(of: self, showing: $1) }
  }
}
