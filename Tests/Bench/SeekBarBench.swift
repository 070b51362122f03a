import AppFeature
import Composable
import Foundation
import Graphics
import Models
import NcursesTerminal
import Platform
import TerminalCore
import TerminalUI
import TestSupport

extension Benchmark {
  /// What the seek bar costs: a tick of it, its coming and going, and the small frame over it, on a
  /// clip whose frame stands still.
  static let seekBar = Benchmark(name: "seekbar") { report in
    let folder = try ScratchFolder()
    let clip = folder.file("still.mp4")
    // Without loss, so that the frame decoded stays the same and every byte is the bar's.
    try FFmpegCommand.run([
      "-f", "lavfi", "-i", "testsrc2=s=640x360:r=10", "-vf",
      "trim=end_frame=1,tpad=stop_mode=clone:stop_duration=60", "-c:v", "libx264", "-preset",
      "ultrafast", "-qp", "0", clip,
    ])
    for size in [CellSize(columns: 80, rows: 24), CellSize(columns: 160, rows: 48)] {
      let name = "seekbar.\(size.columns)x\(size.rows)"
      try SeekBarBytes(clip: clip, size: size).measure(into: &report, as: name)
      try SeekBarTime(size: size).measure(into: &report, as: name)
    }
  }
}

/// The bytes that the program sends.
private struct SeekBarBytes {
  private let flick: FlickProcess
  private let size: CellSize

  init(clip: String, size: CellSize) throws {
    self.size = size
    flick = try FlickProcess(["--only", clip], size: size)
    _ = flick.waitUntil { $0.text(row: size.rows - 1).contains("0:01") }
  }

  func measure(into report: inout Report, as name: String) throws {
    // Whatever the first frame still needs.
    _ = flick.waitUntilQuiet(for: 2)
    report.add("\(name).asleep", Double(bytes { flick.run(for: 3) }) / 3, "B/s")
    let shown = frames {
      flick.type(Self.anyKey)
      flick.run(for: 3)
    }
    report.add("\(name).on", Double(shown.first?.count ?? 0), "B")
    report.add("\(name).off", Double(shown.last?.count ?? 0), "B")
    let ticks = frames {
      for _ in 0..<12 {
        flick.type(Self.anyKey)
        flick.run(for: 1)
      }
    }.dropFirst()
    let sum = ticks.reduce(0) { $0 + $1.count }
    report.add("\(name).tick", Double(sum) / Double(max(ticks.count, 1)), "B")
    report.add("\(name).tick.max", Double(ticks.map(\.count).max() ?? 0), "B")
    if let tick = ticks.max(by: { $0.count < $1.count }), tick.count > Self.maxBytes {
      print("# \(name).tick: \(String(decoding: tick, as: UTF8.self).debugDescription)")
    }
    try measurePreview(into: &report, as: name)
  }

  private func measurePreview(into report: inout Report, as name: String) throws {
    flick.press(.space)
    _ = flick.waitUntilQuiet(for: 2.5)
    report.add("\(name).preview.on", Double(bytes { point(row: size.rows) }), "B")
    report.add("\(name).preview.off", Double(bytes { point(row: 2) }), "B")
    let whole = bytes {
      flick.press(.control("l"))
      _ = flick.waitUntilQuiet(for: 1)
    }
    report.add("\(name).repaint", Double(whole), "B")
    report.add("\(name).idle", Double(bytes { flick.run(for: 5) }) / 5, "B/s")
    _ = flick.quit()
  }

  private func point(row: Int) {
    flick.type(Array("\u{1B}[<35;\(size.columns / 2);\(row)M".utf8))
    // Not as long as the pointer may rest.
    flick.run(for: 1.2)
  }

  /// F5 does nothing.
  private static let anyKey = Array("\u{1B}[15~".utf8)

  /// What a tick may take; a longer one is shown.
  private static let maxBytes = 68

  private func bytes(_ body: () -> Void) -> Int {
    let before = flick.output.count
    body()
    return flick.output.count - before
  }

  /// The frames that the program sends meanwhile, their questions included.
  private func frames(_ body: () -> Void) -> [ArraySlice<UInt8>] {
    let before = flick.output.count
    body()
    let start = Array("\u{1B}[5n\u{1B}[?2026h".utf8)
    var starts = flick.output.indices.dropFirst(before).filter {
      flick.output[$0...].starts(with: start)
    }
    starts.append(flick.output.endIndex)
    return zip(starts, starts.dropFirst()).map { flick.output[$0..<$1] }
  }
}

/// The time that a tick takes, from the position to the bytes.
@MainActor private final class SeekBarTime {
  private let pty: Pty
  private let model: TerminalModel
  private let terminal: NcursesTerminal
  private let drawing: ScreenDrawing
  private var surface: Surface
  private let state: ScreenModel

  /// Ticks that are measured.
  private static let count = 200

  init(size: CellSize) throws {
    pty = try Pty(size: size)
    guard let model = TerminalModel(size: size) else {
      throw PtyError(call: "vterm_new", number: 12)
    }
    self.model = model
    terminal = try NcursesTerminal(
      options: TerminalOptions(color: .trueColor, devicePath: pty.devicePath),
      environment: ["TERM": "xterm-256color", "LANG": "C.UTF-8"])
    drawing = ScreenDrawing(layout: ScreenLayout(size: size))
    surface = Surface(size: size)
    let id = ItemID(rawValue: 1)
    var state = App.State(
      feed: Feed.State(first: FeedItem(id: id, kind: .clip(Clip(file: FilePath("river.mp4"))))))
    if case .clip(var clip) = state.feed.window.pages[id: .item(id)] {
      clip.status = .ready
      state.feed.window.pages[id: .item(id)] = .clip(clip)
    }
    self.state = ScreenModel(state)
    let pixels = PixelSize(width: size.columns, height: size.rows * 2 - 4)
    surface.drawFrame(
      PixelBuffer(
        size: pixels,
        pixels: (0..<pixels.width * pixels.height).map { UInt32($0) &* 2_654_435_761 >> 8 }),
      in: drawing.layout.frame)
  }

  func measure(into report: inout Report, as name: String) {
    var chrome = drawing.chrome(state, time: PlaybackTime(position: 0, duration: 120))
    for _ in 0..<5 { _ = present(chrome) }
    var (alone, without, with): ([Double], [Double], [Double]) = ([], [], [])
    var position = 0.0
    var pace = SeekBarPace()
    let columns = drawing.layout.size.columns
    func tick() -> Double {
      let start = HostTime.now
      position += SeekBar.interval
      let time = PlaybackTime(position: position, duration: 120)
      var bar = drawing.seekBar(state, time: time)
      (bar.head, bar.reach) = pace.look(at: bar, columns: columns)
      chrome = drawing.chrome(state, time: time, bar: bar, after: chrome)
      return HostTime.now - start + present(chrome)
    }
    for _ in 0..<Self.count {
      alone.append(tick() * 1e6)
      turnCell()
      without.append(present(chrome) * 1e6)
      turnCell()
      with.append(tick() * 1e6)
    }
    terminal.restore()
    // A tick mostly comes with a frame, of which the rest is paid for anyway.
    report.add("\(name).tick.time", with.median - without.median, "us")
    report.add("\(name).tick.alone", alone.median, "us")
  }

  /// Another frame, as far as it matters here: there is something to send.
  private func turnCell() {
    let cell = surface[0, 0]
    surface[0, 0] = Cell(
      glyph: .upperHalf, foreground: cell.background, background: cell.foreground)
  }

  /// Presents a screen when the terminal is ready.
  ///
  /// - Returns: How long that took, in seconds.
  private func present(_ chrome: [ChromeWindow]) -> Double {
    while !terminal.isReady {
      drain()
      _ = RunLoop.main.run(mode: .default, before: Date(timeIntervalSinceNow: 0.001))
    }
    let start = HostTime.now
    terminal.present(surface, chrome: chrome, exactly: false)
    let seconds = HostTime.now - start
    drain()
    return seconds
  }

  private func drain() {
    while case .bytes(let bytes) = pty.read(timeout: 0) { model.feed(bytes) }
    let replies = model.takeReplies()
    if !replies.isEmpty { pty.write(replies) }
  }
}
