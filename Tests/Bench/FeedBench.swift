import FeedSources
import Models
import Platform
import TestSupport

extension Benchmark {
  /// From a folder's path to the first clip of its feed: all that a start waits for.
  static let feed = Benchmark(name: "feed") { report in
    for count in [10, 1_000, 100_000] {
      let folder = try ScratchFolder()
      let script = "cd \"$1\"; seq -f 'Clip %06g take.mp4' \"$0\" | xargs -d '\\n' touch --"
      guard try Command.run("sh", ["-c", script, "\(count)", folder.path]) == 0 else { return }
      let whole = try (0..<7).map { _ in try open(folder.path) }
      report.add("feed.open.folder.\(count)", of: whole, "ms")
      let single = try (0..<7).map { _ in try open(folder.file("Clip 000007 take.mp4")) }
      report.add("feed.open.file.\(count)", of: single, "ms")
    }
  }

  private static func open(_ path: String) throws -> Double {
    let start = HostTime.now
    let opening = try FeedSources.open(paths: [FilePath(path)]).get()
    let end = HostTime.now
    withExtendedLifetime(opening) {}
    return (end - start) * 1e3
  }
}
