import Files
import Glibc
import Graphics
import Models
import Platform
import TestSupport

extension Benchmark {
  /// What `--record` costs for each frame: the time of the thread that writes to the terminal, the
  /// processor time of all, and the bytes of the file against those that were sent.
  static let record = Benchmark(name: "record") { report in
    for size in [CellSize(columns: 80, rows: 24), CellSize(columns: 160, rows: 48)] {
      let frames = frames(size)
      let folder = try ScratchFolder()
      let file = folder.file("session.cast")
      let recording = try Recording(path: FilePath(file), environment: ["TERM": "xterm-256color"])
      recording.resized(to: size, at: 0)
      let start = ProcessorTime.ofThisProcess
      var times: [Double] = []
      for (index, frame) in frames.enumerated() {
        // As fast as frames come; the recording's thread gathers them.
        usleep(33_000)
        frame.withUnsafeBytes { bytes in
          let begin = HostTime.now
          recording.wrote(bytes, at: Double(index) / 30)
          times.append((HostTime.now - begin) * 1e6)
        }
      }
      if let problem = recording.finish(until: HostTime.now + 10) { print("# record: \(problem)") }
      let seconds = ProcessorTime.ofThisProcess - start
      let name = "record.\(size.columns)x\(size.rows)"
      let count = Double(frames.count)
      report.add("\(name).write", times.median, "us")
      report.add("\(name).cpu", seconds / count * 1e6, "us")
      report.add("\(name).sent", Double(frames.reduce(0) { $0 + $1.count }) / count, "B")
      report.add("\(name).file", Double(Command.contents(of: file).count) / count, "B")
    }
  }

  /// The bytes of three seconds of footage, as they are sent over a good link.
  private static func frames(_ size: CellSize) -> [[UInt8]] {
    let pixels = PixelSize(width: size.columns, height: size.rows * 2 - 4)
    let footage = Footage(size: pixels, seed: 1, pan: (0.35, 0.1))
    let area = CellRect(column: 0, row: 0, columns: size.columns, rows: size.rows - 2)
    var surface = Surface(size: size)
    var encoder = FrameEncoder(size: size, depth: .trueColor)
    encoder.lambda = 8
    return (0..<90).map { number in
      surface.drawFrame(footage.frame(number), in: area)
      var output: [UInt8] = []
      _ = encoder.encode(surface, masking: [], byteLimit: nil, into: &output)
      return output
    }
  }
}
