import Glibc
import Models
import Platform
import TestSupport

/// Opens each entry of a corpus with the program, and judges what it saw.
struct BrokenCheck: Sendable {
  let corpus: BrokenCorpus
  /// Entries whose names do not contain this are left out.
  var filter = ""
  /// Whether every entry gets a line, not only those that went wrong.
  var listsAll = false
  /// Seconds for which an entry that shows something is looked at.
  var lookingTime = 1.0
  /// How many programs run at the same time.
  var threads = 2
  private let scratch: ScratchFolder
  private let watch: PortWatch?
  private let ordinaryUser: [String]?

  /// - Throws: `FFmpegCommand.Failure` or `PtyError` if the clips around the entries cannot be made.
  init(corpus: BrokenCorpus) throws {
    self.corpus = corpus
    scratch = try ScratchFolder()
    let color = String(ScreenPage.goodColor, radix: 16)
    // Two, since a file that is named twice is one page.
    for name in ["before.mp4", "behind.mp4"] {
      try FFmpegCommand.makeClip(
        scratch.file(name), source: "color=c=0x\(color)",
        size: PixelSize(width: 160, height: 90), duration: 2, tone: 440)
    }
    _ = try Command.run("chmod", ["-R", "a+rX", scratch.path])
    watch = PortWatch(port: corpus.port)
    ordinaryUser = Self.commandOfOrdinaryUser()
  }

  /// What came of a check.
  struct Summary {
    var count = 0
    var skipped: [String] = []
    var failures: [String] = []
  }

  /// Checks all entries, writing a line for each that went wrong.
  func run() -> Summary {
    let usual = usualPaths()
    let chosen = corpus.entries.filter { filter.isEmpty || $0.name.contains(filter) }
    let summary = Lock(Summary(count: chosen.count, skipped: missingMeans))
    WorkList.run(count: chosen.count, threads: threads) { number in
      let entry = chosen[number]
      let (problems, note) = check(entry, usualPaths: usual)
      summary.withLock { summary in
        if let problems {
          summary.failures += problems.map { "\(entry.name): \($0)" }
        } else {
          summary.skipped.append("\(entry.name): \(note)")
        }
        // Under the lock, so that lines do not mix.
        for problem in problems ?? [] { say("FAIL \(entry.name) (\(entry.what)): \(problem)") }
        if listsAll { say("\(entry.kind.rawValue) \(entry.name): \(note)") }
      }
    }
    if let connections = watch?.count, connections > 0 {
      let problem = "\(connections) connections to port \(corpus.port)"
      say("FAIL \(problem)")
      summary.withLock { $0.failures.append(problem) }
    }
    return summary.withLock { $0 }
  }

  private var missingMeans: [String] {
    [
      OpenTrace.obstacle.map { "which files are opened: \($0)" },
      watch == nil ? "connections to port \(corpus.port): it is taken" : nil,
    ].compactMap(\.self)
  }

  private var good: (before: FilePath, behind: FilePath) {
    (FilePath(scratch.file("before.mp4")), FilePath(scratch.file("behind.mp4")))
  }

  /// The files that the program opens where nothing is wrong.
  private func usualPaths() -> Set<FilePath> {
    // One that plays, and one that has its card and its line in the log.
    let copy = scratch.file("copy.mp4")
    let empty = scratch.file("empty.mp4")
    try? FFmpegCommand.makeClip(copy, size: PixelSize(width: 160, height: 90), tone: 440)
    _ = try? Command.run("touch", [empty])
    return Set(
      [copy, empty].flatMap { path in
        let run = try? EntryRun(
          FilePath(path), in: corpus.folder, between: good, timeLimit: 5, lookingTime: lookingTime)
        // On a busy machine, a part of the start, such as SQLite's for random numbers, comes later.
        return run?.trace.map { $0.startPaths + $0.paths } ?? []
      })
  }

  /// - Returns: What was wrong, `nil` if it was not tried; and what was seen or why not.
  private func check(
    _ entry: BrokenEntry, usualPaths: Set<FilePath>
  ) -> (problems: [String]?, note: String) {
    if entry.isArgument { return checkArgument(entry) }
    var prefix: [String] = []
    if entry.needsOrdinaryUser {
      guard let ordinaryUser else { return (nil, "no ordinary user can run the program") }
      prefix = ordinaryUser
    }
    let path = corpus.path(entry)
    let folder = entry.isTriedByRelativePath ? path.parent : corpus.folder
    var ways = [path]
    if entry.isTriedByRelativePath {
      let name = FilePath(bytes: path.lastComponent)
      ways.append(FilePath(bytes: Array("./".utf8) + name.bytes))
      // A dash alone is standard input, whatever lies in the folder.
      if name != FilePath("-") { ways.append(name) }
    }
    let allowed = Set(
      ways.map(folder.appending) + [good.before, good.behind] + entriesOfList(path))
    var problems: [String] = []
    var notes: [String] = []
    for way in ways {
      // A second time alone decides where only the time was wrong.
      for isLast in [false, true] {
        guard
          let run = try? EntryRun(
            way, in: folder, between: good, timeLimit: entry.timeLimit, lookingTime: lookingTime,
            prefix: prefix)
        else { return (["the program cannot be started"], "") }
        let verdict = EntryVerdict(
          run, of: entry, paths: allowed, folder: folder, usualPaths: usualPaths)
        if !isLast, !verdict.problems.isEmpty, verdict.isOnlyLate { continue }
        problems += verdict.problems
        notes.append("\(run)")
        break
      }
    }
    return (problems, notes.joined(separator: " | "))
  }

  /// The paths a local list names are opened as if they had been typed.
  private func entriesOfList(_ path: FilePath) -> [FilePath] {
    guard path.lowercaseExtension == "m3u" else { return [] }
    return Command.contents(of: String(decoding: path.bytes, as: UTF8.self))
      .split(separator: UInt8(ascii: "\n"))
      .map { path.parent.appending(FilePath(bytes: $0)) }
  }

  /// An argument that names nothing is refused before the terminal is taken.
  private func checkArgument(_ entry: BrokenEntry) -> (problems: [String]?, note: String) {
    guard let flick = try? FlickProcess([], paths: [entry.relativePath]) else {
      return (["the program cannot be started"], "")
    }
    let exit = flick.waitForExit(timeout: 10)
    let message = flick.standardError.split(separator: "\n").first ?? ""
    var problems: [String] = []
    if exit != .status(64), exit != .status(66) {
      problems.append("ended with \(String(describing: exit))")
    }
    if message.isEmpty { problems.append("nothing says what is wrong") }
    if !flick.isTerminalRestored { problems.append("the terminal was not restored") }
    return (problems, String(message))
  }

  /// The command that runs the program as somebody to whom a file's mode means something; `nil` if
  /// there is no such user.
  private static func commandOfOrdinaryUser() -> [String]? {
    guard geteuid() == 0 else { return [] }
    let command = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"]
    let check = Array(command.dropFirst()) + ["test", "-x", FlickProcess.binary]
    return (try? Command.run(command[0], check)) == 0 ? command : nil
  }
}

/// Writes a line at once: a run takes minutes.
func say(_ line: String) {
  print(line)
  fflush(nil)
}

extension EntryRun: CustomStringConvertible {
  /// What was seen, in a line.
  var description: String {
    let first = page.map { "\($0.shown) after \(Self.milliseconds($0.seconds))" } ?? "nothing"
    let left = secondsToLeave.map(Self.milliseconds) ?? "never"
    let later = laterPage == page?.shown ? "" : "; then \(laterPage.map { "\($0)" } ?? "nothing")"
    return "\(first)\(later); left after \(left); \(peakMemory >> 20) MB"
  }

  private static func milliseconds(_ seconds: Double) -> String {
    "\(Int(seconds * 1_000)) ms"
  }
}
