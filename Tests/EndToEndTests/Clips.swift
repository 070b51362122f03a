import Models
import TestSupport
import Testing

/// The clips that the scenarios play, generated once for all of them.
struct Clips: Sendable {
  let folder: ScratchFolder

  /// Three seconds each, in feed order: landscape, portrait, rotated by its display matrix, and
  /// with pixels twice as wide as high.
  static let names = ["1-landscape.mp4", "2-portrait.mp4", "3-rotated.mp4", "4-wide-pixels.mp4"]

  static let shared: Result<Clips, any Error> = Result { try Clips() }

  private init() throws {
    folder = try ScratchFolder()
    let wide = PixelSize(width: 320, height: 180)
    try FFmpegCommand.makeClip(
      path(0), source: "testsrc2", size: wide, duration: 3, tone: 440)
    try FFmpegCommand.makeClip(
      path(1), source: "mandelbrot", size: PixelSize(width: 180, height: 320), duration: 3,
      tone: 330)
    let upright = folder.file("upright.mp4")
    try FFmpegCommand.makeClip(upright, source: "testsrc", size: wide, duration: 3)
    let turned = try TestClips.turned(degrees: 90, FilePath(upright))
    _ = try Command.run("cp", [turned.description, path(2)])
    _ = try Command.run("rm", [upright])
    try FFmpegCommand.makeClip(
      path(3), source: "testsrc2", filter: "setsar=2/1", size: PixelSize(width: 160, height: 180),
      duration: 3)
  }

  /// The path of a clip.
  func path(_ index: Int) -> String { folder.file(Self.names[index]) }
}

extension FlickProcess {
  /// Waits until the title bar names a clip.
  func waitForClip(_ index: Int) -> Bool {
    waitUntil { $0.contains(Clips.names[index]) }
  }

  /// The row of the title bar.
  var titleBar: String { model.text(row: model.size.rows - 2) }

  /// The row of the seek bar.
  var seekBar: String { model.text(row: model.size.rows - 1) }

  /// Waits until the seek bar contains some text. F5, which does nothing, is pressed to keep the
  /// bar visible.
  func waitForBar(_ text: String) -> Bool {
    type(Array("\u{1B}[15~".utf8), until: { _ in seekBar.contains(text) })
  }

  /// Waits likewise until the seek bar matches.
  func waitForBar(_ text: Regex<Substring>) -> Bool {
    type(Array("\u{1B}[15~".utf8), until: { _ in seekBar.contains(text) })
  }

  /// Waits until a clip has played for so long that it counts as seen.
  func waitUntilSeen() -> Bool { waitForBar("0:01") }

  /// Types a key repeatedly until the screen meets a condition.
  func type(_ key: [UInt8], until isDone: (TerminalModel) -> Bool) -> Bool {
    for _ in 0..<60 {
      type(key)
      if waitUntil(timeout: 0.5, isDone) { return true }
    }
    return false
  }

  /// Waits until the terminal has been restored: its modes change without any output to read.
  func waitUntilRestored() -> Bool {
    for _ in 0..<300 where !isTerminalRestored { run(for: 0.1) }
    return isTerminalRestored
  }

  /// Waits until the shell under test has the terminal back from its job. Its prompt would tell,
  /// but goes to standard error.
  func waitForPrompt() -> Bool {
    for _ in 0..<600 where !process.hasTerminal { run(for: 0.05) }
    return process.hasTerminal
  }

  /// Gives the shell under test a command once it has the terminal back: anything typed earlier is
  /// lost with the keys that the program leaves unread.
  ///
  /// Late replies of the terminal may be on the command line, or have started a history search
  /// there. Control-C drops them, and whatever the shell has not read: so it is asked until it
  /// answers.
  ///
  /// - Returns: Whether the shell listens.
  func command(_ command: String) -> Bool {
    guard waitForPrompt() else { return false }
    let word = "\(output.count)"
    let listens = (0..<60).contains { _ in
      press(.control("c"))
      type(Array("\necho lis''tens\(word)\n".utf8))
      return waitUntil(timeout: 0.5) { $0.contains("listens\(word)") }
    }
    if listens { type(Array("\(command)\n".utf8)) }
    return listens
  }

  /// Exits the shell under test.
  func exitShell() -> PtyProcess.Exit? {
    command("exit 0") ? waitForExit() : nil
  }

  /// Runs a program that exits before it takes the terminal.
  ///
  /// - Returns: Its exit and its error output.
  static func end(of arguments: [String]) throws -> (exit: PtyProcess.Exit?, error: String) {
    let flick = try FlickProcess(arguments, audioDevice: nil)
    let exit = flick.waitForExit()
    #expect(!flick.model.privateModesSeen.contains(1_049))
    return (exit, flick.standardError)
  }

  /// Waits until the program has exited, and lists what was wrong with its exit.
  func problemsAfterExit(_ expected: PtyProcess.Exit) -> [String] {
    let exit = waitForExit()
    var problems: [String] = []
    if exit != expected { problems.append("ended with \(String(describing: exit))") }
    if !isTerminalRestored { problems.append("the terminal was not restored") }
    if standardError != "" { problems.append("standard error: \(standardError)") }
    return problems
  }
}
