import Foundation
import Glibc
import LibAV
import MediaCore
import Models
import Platform
import Playback
import TestSupport

extension Benchmark {
  /// The excerpts of two hours of 1080p: how soon the first one is there, what that takes, and swipes
  /// between them; and which excerpts films have whose content is known.
  static let excerpts = Benchmark(name: "excerpts") { report in
    for name in ["film.mkv", "film.mp4", "film.ts"] {
      try first(of: ExcerptFilms.coded("coded-\(name)"), as: name, &report)
    }
    try growing(&report)
    try choices(&report)
  }

  /// The events found in films of half an hour in which noise or a constant rate hides them.
  static let events = Benchmark(name: "events") { report in
    for film in try ExcerptFilms.hidden() { try events(of: film, &report) }
  }

  /// Seconds until a known event is found, with excerpts, by the key for events, and by held seeks;
  /// how often a held seek passes over it.
  static let excerptHunt = Benchmark(name: "excerpts.hunt") { report in
    for scene in ExcerptHunt.Scene.allCases {
      for way in ExcerptHunt.Way.allCases {
        let hunts = try (0..<3).map { _ in try ExcerptHunt(in: scene, by: way) }
        let times = hunts.compactMap(\.time).filter(\.isFinite)
        let name = "excerpts.hunt.\(scene).\(way)"
        report.add("\(name).found", Double(times.count), "of \(hunts.count)")
        report.add(name, times.max() ?? .infinity, "s")
        report.add("\(name).presses", Double(hunts.map(\.presses).max() ?? 0), "keys")
      }
    }
  }

  private static let size = CellSize(columns: 160, rows: 48)

  /// From `e` to the first excerpt, in the program.
  private static func first(
    of film: String, as name: String, _ report: inout Report,
    whileRunning work: () throws -> Void = {}
  ) throws {
    var (times, bytes, memory): ([Double], [Double], [Double]) = ([], [], [])
    for _ in 0..<5 {
      let command = Player.flick.command([film], size) + ["--only", "--no-history"]
      let capture = try TerminalCapture(command, size: size)
      capture.record(for: 1.5)
      try work()
      let before = (read: capture.bytesRead, memory: ProcessMemory(of: capture.process.processID))
      let start = capture.pieces.count
      let time = capture.press(Array("e".utf8))
      capture.record(for: 2.5)
      let after = ProcessMemory(of: capture.process.processID)
      bytes.append((capture.bytesRead - before.read).mebibytes)
      memory.append((after.resident - before.memory.resident).mebibytes)
      let shown = capture.pieces[start...].first {
        String(decoding: $0.bytes, as: UTF8.self).contains("1 of ")
      }
      if let shown { times.append((shown.time - time) * 1e3) }
      _ = capture.end()
    }
    report.add(spreadOf: times, as: "excerpts.first.\(name)", "ms")
    report.add("excerpts.first.\(name).read", bytes.max() ?? .infinity, "MiB")
    report.add("excerpts.first.\(name).memory", memory.max() ?? .infinity, "MiB")
    let source = CountedSource(
      try LibAVOpener().open(
        .file(FilePath(film)), cancellation: CancellationToken(hostTime: { HostTime.now })))
    _ = try ExcerptFinder(in: source, ExcerptRequest(), hostTime: { HostTime.now }).find()
    report.add("excerpts.first.\(name).decoded", Double(source.frames), "frames")
  }

  /// The same while the film is being written.
  private static func growing(_ report: inout Report) throws {
    let whole = try ExcerptFilms.coded("coded-film.ts")
    let folder = try ScratchFolder()
    let film = folder.file("growing.ts")
    _ = try Command.run("head", ["-c", "700000000", whole], standardOutput: film)
    try first(of: film, as: "growing.ts", &report) {
      let file = try FileHandle(forWritingTo: URL(filePath: film))
      try file.seekToEnd()
      let source = try FileHandle(forReadingFrom: URL(filePath: whole))
      try source.seek(toOffset: file.offsetInFile)
      try file.write(contentsOf: source.read(upToCount: 2_000_000) ?? Data())
    }
  }

  /// Swipes from scene to scene, as in `swipe.local`.
  static let excerptSwipes = Benchmark(name: "excerpts.swipe") { report in
    for name in ["chapters.mkv", "chapters.mp4"] {
      let film = try ExcerptFilms.coded("coded-\(name)", hasChapters: true)
      let course = SwipeCourse(
        name: name, steps: (0..<60).map { .single($0 % 3 == 2 ? -1 : 1) },
        options: ["--only", "--excerpts", "8"])
      let times = try course.run([film], size: size)
      report.add(
        spreadOf: times.compactMap(\.self).map { $0 * 1e3 }, as: "excerpts.swipe.\(name)", "ms")
      report.add("excerpts.swipe.\(name).missing", Double(times.count { $0 == nil }), "pictures")
    }
  }

  private static func events(of film: ExcerptFilms.Film, _ report: inout Report) throws {
    let begin = HostTime.now
    let source = try LibAVOpener(isForPlaying: false).open(
      .file(FilePath(film.path)), cancellation: CancellationToken(hostTime: { HostTime.now }))
    var finder = EventFinder(in: source, lookTime: 1.6, hostTime: { HostTime.now })
    let events = try finder.events()
    let took = HostTime.now - begin
    // It begins a second before, and at most a keyframe's distance late.
    func shows(_ time: Double, _ event: ClosedRange<Double>) -> Bool {
      time >= event.lowerBound - 11 && time <= event.upperBound
    }
    let name = film.path.split(separator: "/").last.map(String.init) ?? ""
    let told = events.areLiveliest ? [] : events.times
    let found = film.events.count { event in told.contains { shows($0, event) } }
    let wrong = told.count { time in !film.events.contains { shows(time, $0) } }
    report.add("events.\(name).found", Double(found), "of \(film.events.count)")
    report.add("events.\(name).false", Double(wrong), "of \(told.count)")
    report.add("events.\(name).time", took * 1e3, "ms")
    // A second before it begins is where one wants to be.
    let off = film.events.compactMap { event in
      told.filter { shows($0, event) }.map { abs($0 + 1 - event.lowerBound) }.min()
    }
    report.add("events.\(name).off", off.max() ?? 0, "s")
  }

  /// The events found in films, and the excerpts that show none.
  private static func choices(_ report: inout Report) throws {
    for film in try ExcerptFilms.known() {
      let token = CancellationToken(hostTime: { HostTime.now })
      let source = try LibAVOpener(isForPlaying: false).open(
        .file(FilePath(film.path)), cancellation: token)
      let spans = try ExcerptFinder(
        in: source, ExcerptRequest(),
        hostTime: { HostTime.now }
      ).find()
      func shows(_ span: TimeSpan, _ event: ClosedRange<Double>) -> Bool {
        span.start < event.upperBound && span.end ?? .infinity > event.lowerBound
      }
      let name = film.path.split(separator: "/").last.map(String.init) ?? ""
      let found = film.events.count { event in spans.contains { shows($0, event) } }
      let idle = spans.count { span in !film.events.contains { shows(span, $0) } }
      report.add("excerpts.\(name).events", Double(found), "of \(film.events.count)")
      report.add("excerpts.\(name).idle", Double(idle), "of \(spans.count)")
      print("# \(name): \(spans.map { Int($0.start) })")
    }
  }
}

extension TerminalCapture {
  /// What the program has read so far, in bytes (proc(5), `io`).
  fileprivate var bytesRead: Int {
    let text = String(
      decoding: Command.contents(of: "/proc/\(process.processID)/io"), as: UTF8.self)
    let line = text.split(separator: "\n").first { $0.hasPrefix("rchar:") }
    return line.flatMap { Int($0.dropFirst(7)) } ?? 0
  }
}
