import AppFeature
import Clients
import Composable
import FeedSources
import Glibc
import Models
import Platform
import TestSupport

extension Benchmark {
  /// What the size of a feed costs: until its first item is known, until all is, and in memory.
  static let feed = Benchmark(name: "feed") { report in
    for count in [10, 1_000, 100_000] {
      let folder = try ManyClips(count)
      let whole = try (0..<7).map { _ in try timeToOpen(folder.path) }
      report.add("feed.open.folder.\(count)", of: whole, "ms")
      let single = try (0..<7).map { _ in try timeToOpen(folder.file(7)) }
      report.add("feed.open.file.\(count)", of: single, "ms")
    }
    let many = try ManyClips(100_000)
    let scans = try (0..<5).map { _ in try timeToScan(many.path) }
    report.add("feed.scan.rate", 100_000 / scans.median, "files/s")

    let client = try FeedSources.open(paths: [FilePath(many.path)]).get().client
    let items = try page(of: client, FeedBatchRequest(.start, limit: 20)).get().items
    let filters = try ["7", "k", "p4", "cp99"].map { text in
      let start = HostTime.now
      _ = try page(
        of: client, FeedBatchRequest(.start, limit: 5, filter: FeedFilter(text: text))
      ).get()
      return (HostTime.now - start) * 1e3
    }
    report.add("feed.filter.100000", of: filters, "ms")
    let count = 10_000
    let start = HostTime.now
    for index in 0..<count { _ = client.place(items[index % items.count].id, .none) }
    report.add("feed.place.100000", (HostTime.now - start) / Double(count) * 1e6, "µs")
    report.add("feed.action.100000", action(client, items), "µs")
  }

  /// From the start of the process to the first whole frame, and what is in memory then, with few
  /// and with many files beside the one that is played.
  static let feedStart = Benchmark(name: "feed.start") { report in
    let scratch = try ScratchFolder()
    let size = CellSize(columns: 160, rows: 48)
    let clips = try Tint.makeClips(
      in: scratch, size: PixelSize(width: 1_920, height: 1_080), duration: 4)
    let folders = try [10, 100_000].map { ($0, try ManyClips($0, first: clips[0])) }
    var times: [Int: [Double]] = [:]
    var memory: [Int: [Double]] = [:]
    // In turns: whatever else the machine does is the same for both.
    for _ in 0..<7 {
      for (count, folder) in folders {
        let capture = try TerminalCapture(Player.flick.command([folder.path], size), size: size)
        capture.record(for: 1.5)
        memory[count, default: []].append(
          ProcessMemory(of: capture.process.processID).resident.mebibytes)
        _ = capture.end()
        if let time = try firstFrame(capture, tint: .red) {
          times[count, default: []].append(time * 1e3)
        }
      }
    }
    guard let few = times[10], let many = times[100_000], let fewMemory = memory[10],
      let manyMemory = memory[100_000]
    else { return }
    report.add("feed.start.10", of: few, "ms")
    report.add("feed.start.100000", of: many, "ms")
    report.add("feed.start.ratio", many.median / few.median, "")
    report.add("feed.memory.100000", manyMemory.median - fewMemory.median, "MiB above 10")
  }

  private static func timeToOpen(_ path: String) throws -> Double {
    let start = HostTime.now
    let opening = try FeedSources.open(paths: [FilePath(path)]).get()
    let end = HostTime.now
    withExtendedLifetime(opening) {}
    return (end - start) * 1e3
  }

  /// Seconds until the last item is known.
  private static func timeToScan(_ path: String) throws -> Double {
    let start = HostTime.now
    let client = try FeedSources.open(paths: [FilePath(path)]).get().client
    _ = try page(of: client, FeedBatchRequest(.end, .backwards, limit: 1)).get()
    return HostTime.now - start
  }

  private static func page(
    of client: FeedClient, _ request: FeedBatchRequest
  ) -> Result<FeedBatch, FeedError> {
    waitFor { await client.page(request) }
  }

  /// What an action to the feed costs, in microseconds.
  @MainActor
  private static func action(_ client: FeedClient, _ items: [FeedItem]) -> Double {
    var state = Feed.State(loopMode: .one)
    state.window.pages = IdentifiedArray(uniqueElements: items.map { Item.State($0) })
    state.window.currentID = items.first.map { .item($0.id) }
    let store = Store(initialState: state) {
      Feed()
    } withDependencies: {
      $0.feedClient = client
      $0.playerClient = .idle
    }
    var times: [Double] = []
    for _ in 0..<60 {
      let start = HostTime.now
      for _ in 0..<100 { store.send(.loopModeTapped) }
      times.append((HostTime.now - start) / 100 * 1e6)
    }
    return times.median
  }
}

/// A folder of empty files with the names of clips.
struct ManyClips {
  private let folder: ScratchFolder
  var path: String { folder.path }

  /// Makes a folder.
  ///
  /// - Parameters:
  ///   - count: How many files to make.
  ///   - first: A clip that comes before them.
  init(_ count: Int, first: String? = nil) throws {
    folder = try ScratchFolder()
    let script = "cd \"$1\"; seq -f 'Clip %06g take.mp4' \"$0\" | xargs -d '\\n' touch --"
    guard try Command.run("sh", ["-c", script, "\(count)", folder.path]) == 0 else { return }
    if let first { link(first, folder.file("0.mp4")) }
  }

  func file(_ number: Int) -> String {
    folder.file("Clip 00000\(number) take.mp4")
  }
}
