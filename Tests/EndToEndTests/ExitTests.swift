import Foundation
import Glibc
import Models
import TestSupport
import Testing

@Suite(.ownThreads) struct ExitTests {
  let clips: Clips

  init() throws {
    clips = try Clips.shared.get()
  }

  @Test(arguments: [(SIGTERM, 143), (SIGHUP, 129), (SIGINT, 130)] as [(Int32, Int32)])
  func signalExitsWithTheTerminalRestored(_ signal: Int32, _ status: Int32) throws {
    let flick = try FlickProcess([clips.path(0)])
    #expect(flick.waitForClip(0))
    flick.process.signal(signal)
    #expect(flick.problemsAfterExit(.status(status)) == [])
  }

  /// 34 and 64 are the first and the last real-time signals.
  @Test(
    arguments: [
      SIGUSR1, SIGUSR2, SIGALRM, SIGVTALRM, SIGPROF, SIGXCPU, SIGIO, SIGPWR, SIGSTKFLT, 34, 64,
    ] as [Int32])
  func unexpectedSignalIsNamed(_ signal: Int32) throws {
    let flick = try FlickProcess([clips.path(0)])
    #expect(flick.waitForClip(0))
    flick.process.signal(signal)
    #expect(flick.waitForExit() == .status(128 + signal))
    #expect(flick.isTerminalRestored)
    let name = String(cString: strsignal(signal))
    #expect(flick.standardError == "flick: killed by signal: \(name)\n")
    #expect(flick.sharedImages == [])
  }

  /// An interval timer survives exec(2); an ignored signal must not end the program.
  @Test func ignoredSignalStaysIgnored() throws {
    let shell = try FlickProcess(
      ["-c", "trap '' ALRM; exec \"$@\"", "sh", FlickProcess.binary, clips.path(0)],
      audioDevice: nil, binary: "/bin/sh")
    #expect(shell.waitForClip(0))
    shell.process.signal(SIGALRM)
    shell.press(.space)
    #expect(shell.waitUntil { $0.contains("‖") })
    #expect(shell.quit() == .status(0))
  }

  @Test(arguments: [SIGTERM, SIGHUP])
  func signalRightAfterStartRestoresTheTerminal(_ signal: Int32) throws {
    let flick = try FlickProcess([clips.path(0)])
    #expect(flick.waitUntil { $0.isAlternateScreen })
    flick.process.signal(signal)
    #expect(flick.problemsAfterExit(.status(128 + signal)) == [])
  }

  /// Whatever is still in flight then, read slowly. The moment is random on purpose.
  @Test(arguments: (0..<9).map { ($0, Fuzz.seed &+ UInt64($0)) })
  func exitAtAnyMomentLeavesNothingBehind(_ round: Int, seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let flick = try FlickProcess([clips.path(round % 4)], size: CellSize(columns: 150, rows: 45))
    flick.model.feed("$ flick\r\n")
    if round > 2 { #expect(flick.waitForClip(round % 4)) }
    for _ in 0..<generator.int(0..<12) {
      flick.run(for: Double(generator.int(0..<20)) / 1000)
      usleep(UInt32(generator.int(0..<40)) * 1000)
    }
    if round <= 2 { #expect(flick.waitUntil { $0.isAlternateScreen }) }
    switch round % 3 {
    case 0:
      flick.press(.character("q"))
      #expect(flick.problemsAfterExit(.status(0)) == [])
    case 1:
      flick.process.signal(SIGTERM)
      #expect(flick.problemsAfterExit(.status(128 + SIGTERM)) == [])
    default:
      flick.process.signal(SIGHUP)
      #expect(flick.problemsAfterExit(.status(128 + SIGHUP)) == [])
    }
    #expect(flick.model.rows.filter { !$0.isEmpty } == ["$ flick"])
    #expect(flick.model.cursor == (0, 1))
  }

  @Test func controlCQuits() throws {
    let flick = try FlickProcess([clips.path(0)])
    #expect(flick.waitForClip(0))
    flick.press(.control("c"))
    #expect(flick.problemsAfterExit(.status(0)) == [])
  }

  @Test(arguments: [SIGSEGV, SIGABRT, SIGILL, SIGTRAP, SIGSYS])
  func crashRestoresTheTerminal(_ signal: Int32) throws {
    let flick = try FlickProcess([clips.path(0)])
    #expect(flick.waitForClip(0))
    flick.process.signal(signal)
    #expect(flick.waitForExit() == .signal(signal))
    #expect(flick.isTerminalRestored)
  }

  /// The terminal has received the query about images and never replies, not even to what Swift's
  /// runtime asks after a fault.
  @Test(arguments: [nil, SIGTERM, SIGSEGV, SIGALRM] as [Int32?])
  func unclaimedSharedImagesAreRemoved(_ signal: Int32?) throws {
    let flick = try FlickProcess(
      ["--output", "kitty", clips.path(0)], cellPixels: PixelSize(width: 8, height: 16))
    flick.answersQueries = false
    #expect(flick.waitUntil { $0.isAlternateScreen })
    if let signal { flick.process.signal(signal) } else { flick.press(.character("q")) }
    #expect(flick.waitForExit() != nil)
    #expect(flick.isTerminalRestored)
    #expect(flick.sharedImages == [])
  }

  /// A killed program cannot clean up, so the next one does.
  @Test func sharedImagesOfAKilledRunAreRemovedByTheNext() throws {
    let flick = try FlickProcess([clips.path(0)])
    flick.answersQueries = false
    #expect(flick.waitUntil { $0.isAlternateScreen })
    flick.process.signal(SIGKILL)
    #expect(flick.waitForExit() == .signal(SIGKILL))
    let next = try FlickProcess([clips.path(0)])
    #expect(next.waitForClip(0))
    #expect(flick.sharedImages == [])
    #expect(next.quit() == .status(0))
  }

  /// In a shell with job control: without one, nothing could continue the stopped program, and the
  /// system ignores the signal.
  @Test func controlZRestoresTheTerminalAndForegroundTakesItAgain() throws {
    let shell = try FlickProcess(["-i"], audioDevice: nil, binary: "/bin/sh")
    shell.type(
      Array("'\(FlickProcess.binary)' --audio-device null '\(clips.path(0))'\n".utf8))
    #expect(shell.waitUntil { $0.isAlternateScreen && $0.contains(Clips.names[0]) })
    shell.press(.control("z"))
    // The shell reports it on standard error, which is not on the screen.
    #expect(shell.waitUntilRestored())
    #expect(shell.waitForPrompt())
    #expect(!shell.model.isAlternateScreen)
    #expect(shell.command("fg"))
    #expect(shell.waitUntil { $0.isAlternateScreen && $0.contains(Clips.names[0]) })
    shell.press(.character("q"))
    #expect(shell.waitUntilRestored())
    #expect(shell.exitShell() == .status(0))
  }

  /// Shell commands that wait until the job has stopped, and until it has gone.
  private static let stop = "until [ \"$(jobs -sp)\" ]; do sleep 0.05; done"
  private static let end = "while kill -0 %1; do sleep 0.05; done; echo it has g''one"

  /// bash's `kill %1` sends the signal and then SIGCONT: the process continues without the
  /// terminal. In the background it stops there again.
  @Test(arguments: ["", "bg; \(stop); "], ["TERM", "HUP"])
  func signalEndsAStoppedProgram(_ before: String, _ signal: String) throws {
    let shell = try FlickProcess(["--norc", "-i"], audioDevice: nil, binary: "/bin/bash")
    shell.type(
      Array("'\(FlickProcess.binary)' --audio-device null '\(clips.path(0))'\n".utf8))
    #expect(shell.waitUntil { $0.isAlternateScreen && $0.contains(Clips.names[0]) })
    shell.press(.control("z"))
    // Does not compare modes: bash sets modes of its own to read lines.
    #expect(shell.waitUntil { !$0.isAlternateScreen })
    #expect(shell.command("\(before)kill -\(signal) %1; kill -CONT %1; \(Self.end)"))
    #expect(shell.waitUntil { $0.contains("it has gone") })
    #expect(!shell.model.isAlternateScreen)
    #expect(shell.exitShell() == .status(0))
  }

  /// Stopped from outside, the program cannot restore the terminal. It does so when it continues to
  /// exit, although the shell has the terminal by then.
  @Test(arguments: ["", "stty tostop; "])
  func signalAfterAnOutsideStopRestoresTheTerminal(_ before: String) throws {
    let shell = try FlickProcess(["--norc", "-i"], audioDevice: nil, binary: "/bin/bash")
    shell.type(
      Array("'\(FlickProcess.binary)' --audio-device null '\(clips.path(0))'\n".utf8))
    #expect(shell.waitUntil { $0.isAlternateScreen && $0.contains(Clips.names[0]) })
    let flick = try #require(shell.process.children.first)
    kill(flick, SIGSTOP)
    #expect(shell.waitForPrompt())
    #expect(shell.model.isAlternateScreen)
    #expect(shell.command("\(before)kill %1; \(Self.end)"))
    #expect(shell.waitUntil { $0.contains("it has gone") && !$0.isAlternateScreen })
    #expect(shell.model.isCursorVisible)
    #expect(!shell.model.isMouseReported)
    #expect(shell.exitShell() == .status(0))
  }

  /// The terminal belongs to the shell throughout.
  @Test func signalEndsABackgroundProgramWithoutOutput() throws {
    let shell = try FlickProcess(["--norc", "-i"], audioDevice: nil, binary: "/bin/bash")
    let start = "'\(FlickProcess.binary)' --audio-device null '\(clips.path(0))' &"
    shell.type(Array("\(start) \(Self.stop); kill %1; \(Self.end)\n".utf8))
    #expect(shell.waitUntil { $0.contains("it has gone") })
    #expect(!shell.model.privateModesSeen.contains(1_049))
    #expect(shell.exitShell() == .status(0))
  }

  /// Threads may still be inside libraries, so no library may be torn down. The dynamic linker logs
  /// what it does (ld.so(8)).
  @Test func exitSkipsLibraryDestructors() throws {
    let folder = try ScratchFolder()
    let flick = try FlickProcess(
      [clips.path(0)],
      environment: ["LD_DEBUG": "files", "LD_DEBUG_OUTPUT": folder.file("linker")])
    #expect(flick.waitForClip(0))
    #expect(flick.quit() == .status(0))
    let log = Command.contents(of: folder.file("linker.\(flick.process.processID)"))
    let lines = String(decoding: log, as: UTF8.self).split(separator: "\n")
    #expect(lines.contains { $0.contains("calling init") && $0.contains("libavcodec") })
    #expect(!lines.contains { $0.contains("calling fini") && $0.contains("libavcodec") })
  }

  @Test func terminalHangUpEndsTheProgram() throws {
    let folder = clips.folder.path
    var flick: FlickProcess? = try FlickProcess([folder])
    let process = try #require(flick?.process)
    #expect(flick?.waitForClip(0) == true)
    flick = nil
    let result = try #require(process.wait(timeout: 30))
    #expect(result.exit == .status(129))
  }
}

extension FlickProcess {
  /// The images it has put into shared memory that still exist.
  fileprivate var sharedImages: [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: "/dev/shm")) ?? []
    return names.filter { $0.hasPrefix("flick-\(process.processID)-") }
  }
}
