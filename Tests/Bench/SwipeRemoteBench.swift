import Models
import TestSupport

extension Benchmark {
  /// Like `swipe`, over a server that answers after 150 ms and sends 1 MB in a second: from a key to
  /// the last byte of the next clip's first whole frame, once its neighbours had 2 s.
  static let swipeRemote = Benchmark(name: "swipe.http") { report in
    let name = "swipe.http"
    let folder = try ScratchFolder()
    let server = try WebServer(delay: 0.15, rate: 1e6)
    let addresses = try serveClips(in: folder, over: server, count: clipCount)
    let size = CellSize(columns: 160, rows: 48)
    let capture = try TerminalCapture(Player.flick.command(addresses, size), size: size)
    guard let model = TerminalModel(size: size), let keys = Player.flick.keys else { return }
    capture.record(for: 5)
    var position = capture.pieces.count
    for piece in capture.pieces { model.feed(piece.bytes) }
    let cells = FrameCells(model, tint: tint(of: 0))
    guard cells.count > size.columns * size.rows / 4 else {
      print("# \(name): no picture")
      _ = capture.end()
      return
    }

    let last = addresses.count - 1
    let alternating = (1...6).flatMap { [$0, $0 + 1, $0] }
    let courses = [
      ("forwards", Array(1...last)), ("backwards", (0..<last).reversed()),
      ("alternating", alternating),
    ]
    var current = 0
    var all: [Double] = []
    for (course, targets) in courses {
      var times: [Double] = []
      for target in targets where abs(target - current) == 1 {
        capture.record(for: 2)
        for piece in capture.pieces[position...] { model.feed(piece.bytes) }
        _ = model.takeReplies()
        position = capture.pieces.count
        let time = capture.press(target > current ? keys.next : keys.previous)
        current = target
        capture.record(for: 0.5)
        let found = FrameTimes(
          capture.pieces[position...], model: model, cells: cells, tint: tint(of: target))
        position = capture.pieces.count
        if let whole = found.whole { times.append(whole - time) }
      }
      report.add("\(name).\(course)", of: times.map { $0 * 1e3 }, "ms")
      report.add("\(name).\(course).count", Double(times.count), "swipes")
      all += times
    }
    let sorted = all.sorted()
    if !sorted.isEmpty {
      report.add("\(name).p50", sorted.median * 1e3, "ms")
      report.add("\(name).p99", sorted[(sorted.count * 99 - 1) / 100] * 1e3, "ms")
    }
    report.add("\(name).requests", Double(server.requests.count), "requests")
    report.add("\(name).sent", Double(server.sentBytes) / 1e6, "MB")
    report.add("\(name).connections", Double(server.connectionCount), "connections")
    report.add("\(name).memory", Double(capture.residentMemory) / 1_048_576, "MiB")
    _ = capture.end()
    server.stop()
  }

  /// From the start of the process to the first whole frame, over the same server.
  static let startRemote = Benchmark(name: "start.http") { report in
    let folder = try ScratchFolder()
    let server = try WebServer(delay: 0.15, rate: 1e6)
    let addresses = try serveClips(in: folder, over: server, count: 2)
    let size = CellSize(columns: 160, rows: 48)
    var times: [Double] = []
    for _ in 0..<7 {
      let capture = try TerminalCapture(Player.flick.command(addresses, size), size: size)
      capture.record(for: 3)
      _ = capture.end()
      if let time = try firstFrame(capture, tint: tint(of: 0), within: 2.5) {
        times.append(time * 1e3)
      }
    }
    report.add("start.http", of: times, "ms")
    server.stop()
  }

  private static let clipCount = 24

  private static func tint(of index: Int) -> Tint { Tint.allCases[index % Tint.allCases.count] }

  /// Makes clips of which no two are alike and serves them; returns their addresses.
  private static func serveClips(
    in folder: ScratchFolder, over server: WebServer, count: Int
  ) throws -> [String] {
    let turns = ["null", "hflip", "vflip", "hflip,vflip"]
    return try (0..<count).map { index in
      let path = folder.file("\(index).mp4")
      try FFmpegCommand.makeClip(
        path, filter: "\(turns[index / 6 % turns.count]),format=gbrp,\(tint(of: index).filter)",
        size: PixelSize(width: 1_920, height: 1_080), duration: 3)
      server.serve("/\(index).mp4", Command.contents(of: path))
      return "http://127.0.0.1:\(server.port)/\(index).mp4"
    }
  }
}
