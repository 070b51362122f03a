import LibAV
import MediaCore
import Models
import TestSupport

extension Benchmark {
  /// What the program holds with clips of 1080p: one playing, two ready to and two first frames;
  /// and the most it ever held while swiping.
  static let memory = Benchmark(name: "memory") { report in
    let size = CellSize(columns: 160, rows: 48)
    let clips = try CodedClip.make(count: 16)
    // The clip in the middle of five.
    let five = Player.flick.command(Array(clips.prefix(5)) + ["--start", "3"], size)
    let capture = try TerminalCapture(five, size: size)
    capture.record(for: 6)
    let settled = ProcessMemory(of: capture.process.processID)
    _ = capture.end()
    report.add(settled, as: "memory")

    // Those just left stay open for a moment beside those that are opened.
    let swiping = try TerminalCapture(Player.flick.command(clips, size), size: size)
    swiping.record(for: 2)
    for index in 0..<60 {
      _ = swiping.press(Array((index % 30 < 15 ? "\u{1B}[B" : "\u{1B}[A").utf8))
      swiping.record(for: 0.4)
    }
    swiping.record(for: 2)
    let swiped = ProcessMemory(of: swiping.process.processID)
    _ = swiping.end()
    report.add(swiped, as: "memory.swiped")
    report.add("memory.decoders.five", try Self.fiveDecoders(clips).mebibytes, "MiB")
  }

  /// What five open decoders add to a process, in bytes: one that plays and four that wait.
  private static func fiveDecoders(_ paths: [String]) throws -> Int {
    MemoryTuning.apply()
    let opener = LibAVOpener()
    MemoryTuning.releaseUnused()
    let before = ProcessMemory().own
    let target = PixelBuffer(size: PixelSize(width: 160, height: 90))
    let sources = try paths.prefix(5).enumerated().map { index, path in
      let source = try opener.open(.file(FilePath(path)), cancellation: CancellationToken())
      var samples: [Int16] = []
      for _ in 0..<(index == 0 ? 48 : 2) {
        if case .starved = try source.nextFrame() {
          _ = try source.nextAudio(appendingTo: &samples)
        }
        source.render(into: target, showing: .whole)
      }
      return source
    }
    return withExtendedLifetime(sources) { ProcessMemory().own - before }
  }
}

extension Report {
  /// Adds what a process holds, as several figures.
  fileprivate mutating func add(_ memory: ProcessMemory, as name: String) {
    add("\(name).resident", memory.resident.mebibytes, "MiB")
    add("\(name).proportional", memory.proportional.mebibytes, "MiB")
    add("\(name).own", memory.own.mebibytes, "MiB")
    add("\(name).peak", memory.peak.mebibytes, "MiB")
  }
}
