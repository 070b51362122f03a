import Glibc
import Models
import Platform
import TestSupport

/// One entry, opened by the program in a terminal between two good clips: what was seen.
struct EntryRun {
  /// What the entry's page showed first, and after how many seconds; `nil` if the clip before it was
  /// never seen.
  var page: (shown: ScreenPage, seconds: Double)?
  /// What it showed after it was looked at for a while.
  var laterPage: ScreenPage?
  /// Seconds from the key until the good clip behind it was seen; `nil` if it never was.
  var secondsToLeave: Double?
  /// Seconds from `q` to the end of the process.
  var secondsToQuit = 0.0
  var exit: PtyProcess.Exit?
  var peakMemory = 0
  var isTerminalRestored = false
  var standardError = ""
  /// Lines in the log that are not the log's own: somebody wrote to standard error.
  var strayLines: [Substring] = []
  var illegalOutput: String?
  /// `nil` where nothing can be traced.
  var trace: OpenTrace?
  var home = ""

  /// Runs the program.
  ///
  /// - Parameters:
  ///   - path: How the entry is named; relative to `folder`, or absolute.
  ///   - folder: Where the program starts.
  ///   - good: The clips before and behind it, two files.
  ///   - timeLimit: Seconds until its page must show something.
  ///   - lookingTime: Seconds for which it is then looked at.
  ///   - prefix: A command that runs the program, such as one that changes the user.
  init(
    _ path: FilePath, in folder: FilePath, between good: (before: FilePath, behind: FilePath),
    timeLimit: Double, lookingTime: Double, prefix: [String] = []
  ) throws(PtyError) {
    let scratch = try ScratchFolder()
    let traceFile = OpenTrace.obstacle == nil ? scratch.file("trace") : nil
    let command =
      (traceFile.map(OpenTrace.command(writingTo:)) ?? []) + prefix + [
        FlickProcess.binary, "--audio-device", "null", "--no-animation", "--group", "none",
        "--only",
        "--",
      ]
    let flick = try FlickProcess(
      Array(command.dropFirst()), paths: [good.before, path, good.behind],
      size: CellSize(columns: 100, rows: 30), audioDevice: nil,
      workingDirectory: String(decoding: folder.bytes, as: UTF8.self), binary: command[0])
    home = flick.home.path
    if prefix != [] { _ = try? Command.run("chmod", ["-R", "a+rwX", home]) }
    swipe(flick, timeLimit: timeLimit, lookingTime: lookingTime)
    finish(flick, traceFile: traceFile, first: good.before)
  }

  private static let leavingTime = 5.0

  private mutating func swipe(_ flick: FlickProcess, timeLimit: Double, lookingTime: Double) {
    guard flick.waitUntil({ ScreenPage($0) == .goodFrame }) else { return }
    let start = flick.output.count
    let swiped = HostTime.now
    flick.press(.down)
    _ = flick.waitUntil(timeout: timeLimit) {
      // The rows below the frame are written before it.
      ScreenPage.number($0) == 2 && ![.waiting, .goodFrame].contains(ScreenPage($0))
    }
    page = (ScreenPage(flick.model), HostTime.now - swiped)
    flick.run(for: lookingTime)
    laterPage = ScreenPage(flick.model)
    let pressed = HostTime.now
    // To the last page: a list or a folder makes any number of them, and goes on being read.
    var hasLeft = false
    while !hasLeft, HostTime.now < pressed + Self.leavingTime {
      flick.press(.end)
      hasLeft = flick.waitUntil(timeout: 1) {
        (ScreenPage.number($0) ?? 0) > 1 && ScreenPage($0) == .goodFrame
      }
    }
    if hasLeft { secondsToLeave = HostTime.now - pressed }
    illegalOutput = OutputCheck.problem(in: flick.output[start...])
  }

  private mutating func finish(_ flick: FlickProcess, traceFile: String?, first: FilePath) {
    let pressed = HostTime.now
    flick.press(.character("q"))
    exit = flick.waitForExit(timeout: 10)
    secondsToQuit = HostTime.now - pressed
    if exit == nil {
      flick.process.signal(SIGKILL)
      _ = flick.waitForExit()
    }
    peakMemory = flick.process.poll()?.peakResidentMemory ?? 0
    isTerminalRestored = flick.isTerminalRestored
    standardError = flick.standardError
    let log = Command.contents(of: flick.home.file("state/flick/flick.log"))
    let own = /[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:]{8}Z (?:debug|info|notice) .*/
    strayLines = String(decoding: log, as: UTF8.self).split(separator: "\n")
      .filter { $0.wholeMatch(of: own) == nil }
    trace = traceFile.flatMap { OpenTrace(file: $0, of: flick.process.processID, from: first) }
  }
}
