import Models
import Platform
import TestSupport

extension Benchmark {
  /// How a frame that rests becomes exact, and what it costs then, at 160 x 48: a clip that is
  /// paused, one whose frame stands still, and a still.
  static let still = Benchmark(name: "still") { report in
    let screen = CellSize(columns: 160, rows: 48)
    let position = FramePosition(of: StampedClip.size, on: screen)
    let clip = try StampedClip.feed(report.clips)[0]

    let frames = try position.frames(of: clip.path)
    let paused = try watch([clip.path, "--only"], screen: screen, key: " ")
    try paused.add(to: &report, as: "still.paused", screen: screen) { model in
      guard let number = StampedClip.number(on: model, at: position) else { return 0 }
      return FrameError(of: position.frame(on: model), from: frames[number]).decibels
    }

    let folder = try ScratchFolder()
    let resting = folder.file("resting.mp4")
    // Without loss, so that the frame decoded stays the same.
    try FFmpegCommand.run([
      "-i", clip.path, "-vf", "trim=end_frame=60,setpts=PTS-STARTPTS,tpad=stop_mode=clone:stop=300",
      "-an", "-c:v", "libx264", "-preset", "ultrafast", "-qp", "0", resting,
    ])
    let last = try position.frames(of: resting)
    let rested = try watch([resting, "--only"], screen: screen, key: nil)
    try rested.add(to: &report, as: "still.resting", screen: screen) { model in
      guard let frame = last.last else { return 0 }
      return FrameError(of: position.frame(on: model), from: frame).decibels
    }

    let still = folder.file("still.png")
    try FFmpegCommand.run(["-i", resting, "-frames:v", "1", still])
    let only = try position.frames(of: still)
    let shown = try watch([still, "--only"], screen: screen, key: nil)
    try shown.add(to: &report, as: "still.picture", screen: screen) { model in
      guard let frame = only.first else { return 0 }
      return FrameError(of: position.frame(on: model), from: frame).decibels
    }
  }

  /// Records a clip for ten seconds, the first two of them before the frame rests.
  private static func watch(_ arguments: [String], screen: CellSize, key: String?) throws
    -> RestingFrame
  {
    let terminal = try FarTerminal(
      Player.flick.command(arguments, screen), screen: screen, outward: LinkModel(delay: 0),
      back: LinkModel(delay: 0))
    terminal.run(for: 2)
    let time = key.map(terminal.press)
    terminal.run(for: RestingFrame.duration + 1)
    return RestingFrame(recording: terminal.end(), pressed: time)
  }
}

/// A recording of a frame that stops moving.
private struct RestingFrame {
  let recording: LinkRecording
  /// Host time of the key that stopped it; `nil` if it does by itself.
  let pressed: Double?

  /// Seconds that are looked at.
  static let duration = 8.0

  /// Adds the figures: decibels when it stops, the time to 54 dB and to the exact frame, and the
  /// bytes after five seconds.
  ///
  /// - Parameter quality: Decibels of what a terminal shows to the frame it should show.
  func add(
    to report: inout Report, as name: String, screen: CellSize, quality: (TerminalModel) -> Double
  ) throws {
    let far = try FarScreen(recording, size: screen)
    var qualities: [(time: Double, value: Double)] = []
    while let (model, offset) = far.next() {
      qualities.append((recording.arrival(of: offset), quality(model)))
    }
    // A frame that rests by itself does so from the first one on that is as near as moving ones are.
    let start = pressed ?? qualities.first { $0.value > 38 }?.time
    guard let start else { return print("# \(name): never rested") }
    let rest = qualities.filter { $0.time >= start && $0.time < start + Self.duration }
    let before = qualities.last { $0.time < start }?.value ?? 0
    let first = pressed == nil ? rest.first?.value ?? 0 : before
    report.add("\(name).start", min(first, FrameError.maxDecibels), "dB")
    for (label, wanted) in [("54dB", 54), ("exact", Double.infinity)] {
      guard let found = rest.first(where: { $0.value >= wanted }) else {
        print("# \(name).\(label): best \(rest.map(\.value).max() ?? 0) dB")
        continue
      }
      report.add("\(name).\(label)", (found.time - start) * 1e3, "ms")
    }
    let late =
      recording.arrivedCount(by: start + Self.duration) - recording.arrivedCount(by: start + 5)
    report.add("\(name).bytes", Double(late) / (Self.duration - 5), "B/s")
  }
}
