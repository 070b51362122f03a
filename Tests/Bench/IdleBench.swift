import Glibc
import Models
import TestSupport

extension Benchmark {
  /// What a clip costs that is paused and once exact: nothing at all. The portrait has text and two
  /// posters beside it, the plain clip only its two rows.
  static let idle = Benchmark(name: "idle") { report in
    let folder = try ScratchFolder()
    let portraits = (0..<3).map { folder.file("portrait\($0).mp4") }
    for (index, clip) in portraits.enumerated() { try make("540x960", hue: index * 90, clip) }
    let plain = folder.file("plain.mp4")
    try make("1280x720", hue: 0, plain)
    for (name, arguments, size) in [
      ("idle.portrait", portraits, CellSize(columns: 160, rows: 48)),
      ("idle.plain", ["--only", plain], CellSize(columns: 80, rows: 24)),
    ] {
      let flick = try FlickProcess(arguments, size: size)
      _ = flick.waitUntil { $0.text(row: size.rows - 1).contains("0:01") }
      flick.press(.space)
      _ = flick.waitUntilQuiet(for: 2)
      measure(flick, into: &report, as: name)
      _ = flick.quit()
    }
  }

  private static let seconds = 10.0

  private static func measure(_ flick: FlickProcess, into report: inout Report, as name: String) {
    let process = flick.process.processID
    let before = (flick.output.count, ProcessorTime.of(process), Wakeups(of: process))
    flick.run(for: seconds)
    let after = (flick.output.count, ProcessorTime.of(process), Wakeups(of: process))
    report.add("\(name).bytes", Double(after.0 - before.0), "B")
    report.add("\(name).cpu", (after.1 - before.1) / seconds * 100, "%")
    let (own, pool) = (after.2.own - before.2.own, after.2.pool - before.2.pool)
    report.add("\(name).wakeups", Double(own) / seconds, "1/s")
    report.add("\(name).wakeups.dispatch", Double(pool) / seconds, "1/s")
  }

  private static func make(_ size: String, hue: Int, _ path: String) throws {
    try FFmpegCommand.run([
      "-f", "lavfi", "-i", "testsrc2=s=\(size):r=30", "-f", "lavfi", "-i", "sine=frequency=330",
      "-vf", "hue=h=\(hue)", "-t", "30", "-c:v", "libx264", "-preset", "ultrafast", "-pix_fmt",
      "yuv420p", path,
    ])
  }
}

/// How often the threads of a process have been woken after a rest.
private struct Wakeups {
  /// Its own threads.
  var own = 0
  /// Those of libdispatch, one of which looks after the others every second, whatever there is to do.
  var pool = 0

  init(of process: pid_t) {
    let folder = "/proc/\(process)/task"
    guard let stream = opendir(folder) else { return }
    defer { closedir(stream) }
    while let entry = readdir(stream) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      guard Int(name) != nil else { continue }
      let status = String(decoding: Command.contents(of: "\(folder)/\(name)/status"), as: UTF8.self)
      let lines = status.split(separator: "\n").map { $0.split(separator: "\t") }
      // The fields are described in proc(5).
      func field(_ key: String) -> String? {
        lines.first { $0.first.map(String.init) == key }.flatMap { $0.last.map(String.init) }
      }
      let count = field("voluntary_ctxt_switches:").flatMap(Int.init) ?? 0
      if field("Name:")?.contains("qos") == true { pool += count } else { own += count }
    }
  }
}
