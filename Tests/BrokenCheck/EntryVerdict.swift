import Models
import TestSupport

/// What was wrong with the way an entry was treated.
struct EntryVerdict {
  /// One sentence each; empty if all was well.
  private(set) var problems: [String] = []
  /// Whether only the time was wrong, which a busy machine may have caused.
  private(set) var isOnlyLate = true

  /// Opens of these files are no news: the program opens them for any clip.
  let usualPaths: Set<FilePath>

  /// Seconds that leaving a page and quitting may take.
  private static let patience = 3.0

  init(
    _ run: EntryRun, of entry: BrokenEntry, paths: Set<FilePath>, folder: FilePath,
    usualPaths: Set<FilePath>
  ) {
    self.usualPaths = usualPaths
    judgeEnd(run)
    guard run.exit == .status(0) else { return }
    if run.page?.shown == .waiting { judge(.waiting, of: entry) }
    // What was seen first may be half of one page and half of the next.
    if let page = run.laterPage { judge(page, of: entry) } else { wrong("no clip before it") }
    if run.secondsToLeave ?? .infinity > Self.patience, !entry.isLongList {
      late("swiping away hangs")
    }
    if run.peakMemory > entry.memoryLimit {
      wrong("\(run.peakMemory >> 20) MB of memory, \(entry.memoryLimit >> 20) MB are allowed")
    }
    if let illegal = run.illegalOutput { wrong("the terminal was sent \(illegal)") }
    if OpenTrace.obstacle == nil { judge(run.trace, home: run.home, paths: paths, folder: folder) }
  }

  private mutating func wrong(_ problem: String) {
    isOnlyLate = false
    late(problem)
  }

  private mutating func late(_ problem: String) {
    if !problems.contains(problem) { problems.append(problem) }
  }

  private mutating func judgeEnd(_ run: EntryRun) {
    switch run.exit {
    case .status(0): break
    case .status(let status): wrong("ended with status \(status)")
    case .signal(let number): wrong("died of signal \(number)")
    case nil: wrong("did not end on q")
    }
    if run.secondsToQuit > Self.patience { late("took \(run.secondsToQuit) s to quit") }
    if !run.isTerminalRestored { wrong("the terminal was not restored") }
    if !run.standardError.isEmpty { wrong("standard error: \(run.standardError.prefix(200))") }
    if let line = run.strayLines.first {
      wrong("\(run.strayLines.count) lines in the log that should not be: \(line.prefix(200))")
    }
  }

  private mutating func judge(_ page: ScreenPage, of entry: BrokenEntry) {
    switch page {
    case .goodFrame where entry.isEmptyFolder: break
    case .waiting, .goodFrame: late("neither card nor picture within \(entry.timeLimit) s")
    case .card(let reason):
      if entry.kind == .play { wrong("is not played: \(reason)") }
      if reason.isEmpty || reason == "Cancelled." { wrong("a card without a reason") }
    case .still: if entry.kind == .error { wrong("is played") }
    case .words: break
    }
  }

  private mutating func judge(
    _ trace: OpenTrace?, home: String, paths: Set<FilePath>, folder: FilePath
  ) {
    guard let trace else { return wrong("the trace is incomplete") }
    if let call = trace.networkCalls.first { wrong("reached for the network: \(call)") }
    // Subtitles and descriptions are looked for beside a clip.
    let folders = Set(paths.map(\.parent))
    let named = paths.union(folders)
    for path in trace.paths {
      let absolute = path == FilePath(".") ? folder : folder.appending(path)
      let isOwn =
        path.bytes.starts(with: Array("\(home)/".utf8)) || named.contains(absolute)
        || absolute.isDescription && folders.contains(absolute.parent)
      // What lies in a folder that was named was named, too.
      let isInside = paths.contains { absolute.bytes.starts(with: $0.bytes + [UInt8(ascii: "/")]) }
      if !isOwn, !isInside, !usualPaths.contains(path), !path.isOfSystem {
        wrong("opened \(path)")
      }
    }
  }
}

extension FilePath {
  /// Whether it is named like a file that describes the clip beside it.
  fileprivate var isDescription: Bool {
    let text = String(decoding: bytes, as: UTF8.self)
    return [".info.json", ".nfo", ".ffmeta", ".txt"].contains { text.hasSuffix($0) }
  }

  /// What the C library and the language's runtime look into whenever they like: shared libraries
  /// such as those for character sets, the process's own state, the kernel's settings.
  fileprivate var isOfSystem: Bool {
    let text = String(decoding: bytes, as: UTF8.self)
    return text.wholeMatch(of: /\/proc\/(?:self|[0-9]+)\/(?:stat|status|maps)/) != nil
      || text.starts(with: "/usr/lib/") || text.starts(with: "/proc/sys/vm/")
      || text.starts(with: "/sys/devices/system/cpu")
  }
}
