import Glibc
import Models
import Platform
import TestSupport

/// A program in a terminal at the far end of a link.
final class FarTerminal {
  let screen: CellSize
  let process: PtyProcess
  private let link: SimulatedLink
  private let home: ScratchFolder

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - command: The program and its arguments.
  ///   - screen: The terminal's size.
  ///   - outward: The way to the terminal.
  ///   - back: The way of keys and answers.
  ///   - environment: What is added to the program's environment.
  init(
    _ command: [String], screen: CellSize, outward: LinkModel, back: LinkModel,
    environment: [String: String] = [:]
  ) throws(PtyError) {
    self.screen = screen
    let pty = try Pty(size: screen, cellPixels: PixelSize(width: 8, height: 16))
    home = try FlickProcess.makeHome()
    process = try PtyProcess(
      command[0], Array(command.dropFirst()),
      environment: FlickProcess.environment(home: home.path, changes: environment), pty: pty,
      standardError: home.file("stderr"))
    link = SimulatedLink(pty: pty, size: screen, outward: outward, back: back)
  }

  /// Lets time pass.
  func run(for seconds: Double) {
    Wakeup().wait(timeout: seconds)
  }

  /// Presses a key; returns the host time.
  func press(_ key: String) -> Double { link.press(Array(key.utf8)) }

  /// Waits until the terminal has its main screen and its cursor again, at most so many seconds.
  func waitUntilGivenBack(timeout: Double) {
    let deadline = HostTime.now + timeout
    while !link.isScreenGivenBack, HostTime.now < deadline { run(for: 0.01) }
  }

  /// Ends the program and the link.
  ///
  /// - Returns: All that went over it.
  func end() -> LinkRecording {
    process.signal(SIGTERM)
    if process.wait(timeout: 2) == nil { process.signal(SIGKILL) }
    link.stop()
    return link.recording
  }
}
