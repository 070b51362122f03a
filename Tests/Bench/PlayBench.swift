import Models
import Platform
import TestSupport

extension Benchmark {
  /// What playing costs in true colour at 160 x 48: bytes for each frame of the clip, processor
  /// time for each second, memory; and, of a program that leaves out what is hardly seen, how near
  /// it comes to the clip.
  ///
  /// `grain` moves slowly under noise, as a camera's frame does; `zoom` changes everywhere.
  static let play = Benchmark(name: "play") { report in
    let folder = try ScratchFolder()
    let size = CellSize(columns: 160, rows: 48)
    let pixels = PixelSize(width: 1_280, height: 720)
    let sources = [
      (
        "grain", "gradients=n=6:speed=0.02:seed=1:c0=0x334455:c1=0xccaa88",
        "noise=alls=12:allf=t"
      ),
      ("zoom", "mandelbrot", "null"),
    ]
    let white = folder.file("white.mp4")
    try FFmpegCommand.makeClip(white, source: "color=c=white", size: pixels, duration: 2)
    let place = try FramePlace(Player.flick.command([white], size), size: size)
    for (name, source, filter) in sources {
      let clip = folder.file("\(name).mp4")
      try FFmpegCommand.makeClip(
        clip, source: source, filter: filter, size: pixels, rate: frameRate, duration: 12)
      for player in Player.installed {
        let runs = try (0..<3).compactMap { _ in
          try measure(player, clip: clip, size: size)
        }
        guard !runs.isEmpty else {
          print("# play.\(name).\(player.name): ended early")
          continue
        }
        let label = "\(name).\(player.name)"
        report.add("play.bytes.\(label)", of: runs.map(\.bytesPerFrame), "B/frame")
        report.add("play.cpu.\(label)", of: runs.map(\.processorTime), "s/s")
        report.add("play.memory.\(label)", of: runs.map(\.memory), "MiB")
        let updates = runs.map(\.updates)
        if updates.median > 0 { report.add("play.updates.\(label)", of: updates, "1/s") }
        if player.name == Player.flick.name, let place, let run = runs.first {
          let samples = try place.quality(of: run.pieces, clip: clip)
          report.add("play.psnr.\(label)", samples.median, "dB")
        }
      }
    }
  }

  private static let frameRate = 30

  private struct Cost {
    let bytesPerFrame: Double
    let processorTime: Double
    let memory: Double
    /// Synchronised updates (mode 2026) closed in a second: the frames shown, where the program
    /// marks them.
    let updates: Double
    /// All that was written from the start.
    let pieces: [TerminalCapture.Piece]
  }

  /// Measures five seconds from the middle of play.
  private static func measure(_ player: Player, clip: String, size: CellSize) throws -> Cost? {
    let capture = try TerminalCapture(player.command([clip], size), size: size)
    capture.record(for: 2)
    let before = (
      time: HostTime.now, processor: capture.processorTime, position: capture.pieces.count
    )
    capture.record(for: 5)
    let seconds = HostTime.now - before.time
    let processor = capture.processorTime - before.processor
    let memory = Double(capture.residentMemory) / 1_048_576
    // A recording ends early with its program.
    guard seconds > 4.9 else { return nil }
    let pieces = capture.pieces[before.position...]
    _ = capture.end()
    let closing = Array("\u{1B}[?2026l".utf8)
    let updates = pieces.reduce(0) { $0 + $1.bytes.count(of: closing) }
    let bytes = pieces.reduce(0) { $0 + $1.bytes.count }
    return Cost(
      bytesPerFrame: Double(bytes) / (seconds * Double(frameRate)),
      processorTime: processor / seconds, memory: memory, updates: Double(updates) / seconds,
      pieces: capture.pieces)
  }
}
