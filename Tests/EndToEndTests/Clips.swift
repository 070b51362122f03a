import Models
import TestSupport
import Testing

/// The clips that the scenarios play, made once for all of them.
struct Clips: Sendable {
  let folder: ScratchFolder

  /// Three seconds each; in the order of the feed: landscape, portrait, rotated by its display
  /// matrix, and with pixels twice as wide as high.
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
  /// Waits until the cue names a clip.
  func waitForClip(_ index: Int) -> Bool {
    waitUntil { $0.contains(Clips.names[index]) }
  }

  /// The cue's row.
  var titleBar: String { model.text(row: model.size.rows - 2) }

  /// The seek bar's row.
  var seekBar: String { model.text(row: model.size.rows - 1) }

  /// Waits until the seek bar tells something; a key that does nothing, F5, keeps it there.
  func waitForBar(_ text: String) -> Bool {
    type(Array("\u{1B}[15~".utf8), until: { _ in seekBar.contains(text) })
  }

  /// Types a key again and again until the screen is as wanted.
  func type(_ key: [UInt8], until isDone: (TerminalModel) -> Bool) -> Bool {
    for _ in 0..<60 {
      type(key)
      if waitUntil(timeout: 0.5, isDone) { return true }
    }
    return false
  }

  /// Waits until the terminal is as it was found: its modes change without a byte to read.
  func waitUntilRestored() -> Bool {
    for _ in 0..<300 where !isTerminalRestored { run(for: 0.1) }
    return isTerminalRestored
  }

  /// Waits until the shell that is the program has the terminal back from its job. Its prompt says so
  /// on its standard error.
  func waitForPrompt() -> Bool {
    for _ in 0..<600 where !process.hasTerminal { run(for: 0.05) }
    return process.hasTerminal
  }

  /// Ends the shell that is the program, once it has the terminal back: what is typed before is lost with
  /// the keys that the program leaves unread. What the terminal answered late is a line of its own.
  func exitShell() -> PtyProcess.Exit? {
    guard waitForPrompt() else { return nil }
    type(Array("\nexit 0\n".utf8))
    return waitForExit()
  }

  /// Runs the program, which ends before it takes the terminal.
  ///
  /// - Returns: How it ends, and what it says.
  static func end(of arguments: [String]) throws -> (exit: PtyProcess.Exit?, error: String) {
    let flick = try FlickProcess(arguments, audioDevice: nil)
    let exit = flick.waitForExit()
    #expect(!flick.model.privateModesSeen.contains(1_049))
    return (exit, flick.standardError)
  }

  /// Waits until the program has ended by itself, and says what was wrong with its end, if anything.
  func problemsAfterExit(_ expected: PtyProcess.Exit) -> [String] {
    let exit = waitForExit()
    var problems: [String] = []
    if exit != expected { problems.append("ended with \(String(describing: exit))") }
    if !isTerminalRestored { problems.append("the terminal was not restored") }
    if standardError != "" { problems.append("standard error: \(standardError)") }
    return problems
  }
}
