import Clients
import FeedCore
import Glibc
import Models
import Platform
import Records
import TestSupport

extension Benchmark {
  /// What a store of a million files costs: taking over the lines of an earlier version, the start,
  /// and looking things up.
  static let store = Benchmark(name: "store") { report in
    let scratch = try ScratchFolder()
    let size = CellSize(columns: 160, rows: 48)
    let clips = try Tint.makeClips(
      in: scratch, size: PixelSize(width: 1_920, height: 1_080), duration: 4)
    let states = try [0, 1_000_000].map { ($0, try ManyRecords($0, in: scratch)) }
    for (count, records) in states where count > 0 {
      let start = HostTime.now
      let items = try RecordStore.report(HistoryQuery(), limit: 50, records.options).itemCount
      report.add("store.import.\(count)", HostTime.now - start, "s")
      report.add("store.items.\(count)", Double(items), "items")
      report.add(
        "store.history.\(count)",
        of: try times(3) {
          _ = try RecordStore.report(HistoryQuery(), limit: 50, records.options)
        }, "ms")
      report.add(
        "store.liked.\(count)",
        of: try times(7) {
          _ = try RecordStore.items(.liked, records.options).get()
        }, "ms")
      let store = RecordStore(
        records.options, source: { SourceName("bench") }, onProblem: { print($0) })
      let keys = clips.map { ContentKey.file(FilePath($0)) }
      report.add(
        "store.lookup.\(count)",
        of: try times(100) {
          waitFor { _ = await store.client.marks(keys) }
        }.map { $0 * 1e3 / Double(keys.count) }, "µs")
      report.add(
        "store.visit.\(count)",
        of: try times(100) {
          waitFor { await store.client.record(records.visit(keys[0])) }
        }.map { $0 * 1e3 }, "µs")
    }
    var starts: [Int: [Double]] = [:]
    var memory: [Int: [Double]] = [:]
    // As if all of them had been judged.
    try states[1].1.run(
      "INSERT INTO review SELECT id, 'keep', 0, '', NULL, NULL, 0 FROM item WHERE title LIKE 'clip-%'"
    )
    var triages: [Int: [Double]] = [:]
    // In turns: whatever else the machine does is the same for all.
    for _ in 0..<20 {
      for (count, records) in states {
        for isTriage in [false, true] {
          let capture = try TerminalCapture(
            Player.flick.command(Array(clips.prefix(2)), size) + (isTriage ? ["--triage"] : []),
            size: size, state: records.path)
          capture.record(for: 1)
          let resident = ProcessMemory(of: capture.process.processID).resident.mebibytes
          _ = capture.end()
          guard let time = try firstFrame(capture, tint: .red) else { continue }
          if isTriage {
            triages[count, default: []].append(time * 1e3)
          } else {
            memory[count, default: []].append(resident)
            starts[count, default: []].append(time * 1e3)
          }
        }
      }
    }
    guard let few = starts[0], let many = starts[1_000_000], let fewMemory = memory[0],
      let manyMemory = memory[1_000_000]
    else { return }
    report.add("store.start.0", of: few, "ms")
    report.add("store.start.1000000", of: many, "ms")
    for (count, plain) in [(0, few), (1_000_000, many)] {
      guard let triage = triages[count] else { continue }
      report.add("store.triage.\(count)", of: triage, "ms")
      report.add("store.triage.\(count).later", triage.median - plain.median, "ms")
    }
    report.add("store.start.ratio", many.median / few.median, "")
    report.add("store.memory", manyMemory.median - fewMemory.median, "MiB above none")
  }

  /// Milliseconds.
  private static func times(_ count: Int, _ body: () throws -> Void) throws -> [Double] {
    try (0..<count).map { _ in
      let start = HostTime.now
      try body()
      return (HostTime.now - start) * 1e3
    }
  }
}

/// A state folder with the lines of visits to many files, and of a thousand likes.
private struct ManyRecords {
  /// The folder for `XDG_STATE_HOME`.
  let path: String
  let options: RecordOptions

  init(_ count: Int, in scratch: ScratchFolder) throws {
    path = scratch.file("state-\(count)")
    let folder = StateFolder(path: FilePath("\(path)/flick"))
    options = RecordOptions(.state(folder))
    guard count > 0 else { return }
    folder.make()
    try Self.write(count, to: folder.file("history.jsonl")) { number in
      """
      {"kind":"file","id":"file:///archive/\(number / 1_000)/clip-\(number).mp4",\
      "title":"clip-\(number).mp4","source":"file:///archive","start":"2026-11-0\(number % 9 + 1)T10:00:00.500Z",\
      "end":"2026-11-0\(number % 9 + 1)T10:00:08.750Z","watched":8.2,"loops":1,"leaving":"forwards"}

      """
    }
    let liked = try ManyClips(1_000)
    let files = (0..<1_000).map { FilePath(liked.file($0)) }
    try Self.write(1_000, to: folder.file("likes.jsonl")) { number in
      """
      {"liked":true,"kind":"file","id":"\(files[number].uri)","page":"clip","at":"2026-11-21T10:00:03.000Z"}

      """
    }
    likedFiles = liked
  }

  /// Kept while they are liked.
  private var likedFiles: ManyClips?

  /// Runs a statement that changes the store.
  func run(_ sql: String) throws { try RecordFile(inStateFolder: "\(path)/flick").run(sql) }

  /// A visit.
  func visit(_ key: ContentKey) -> Impression {
    Impression(
      key: key, title: "clip.mp4", start: 1_763_719_200, end: 1_763_719_208, watched: 8, loops: 0,
      leaving: .forwards)
  }

  private static func write(
    _ count: Int, to path: FilePath, _ line: (Int) -> String
  ) throws {
    let descriptor = try path.open(O_WRONLY | O_CREAT | O_TRUNC, mode: 0o600)
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    for number in 0..<count {
      bytes += Array(line(number).utf8)
      if bytes.count > 1 << 20 || number == count - 1 {
        try Descriptor.write(bytes, to: descriptor)
        bytes = []
      }
    }
  }
}
