import Glibc
import Models
import TestSupport
import Testing

@Suite struct ExitTests {
  let clips: Clips

  init() throws {
    clips = try Clips.shared.get()
  }

  @Test(arguments: [(SIGTERM, 143), (SIGHUP, 129), (SIGINT, 130)] as [(Int32, Int32)])
  func aSignalEndsItWithTheTerminalRestored(_ signal: Int32, _ status: Int32) throws {
    let flick = try FlickProcess([clips.path(0)])
    #expect(flick.waitForClip(0))
    flick.process.signal(signal)
    #expect(flick.problemsAfterExit(.status(status)) == [])
  }

  @Test(arguments: [SIGTERM, SIGHUP])
  func aSignalRightAfterTheTerminalIsTakenEndsItRestored(_ signal: Int32) throws {
    let flick = try FlickProcess([clips.path(0)])
    #expect(flick.waitUntil { $0.isAlternateScreen })
    flick.process.signal(signal)
    #expect(flick.problemsAfterExit(.status(128 + signal)) == [])
  }

  @Test func controlCQuits() throws {
    let flick = try FlickProcess([clips.path(0)])
    #expect(flick.waitForClip(0))
    flick.press(.control("c"))
    #expect(flick.problemsAfterExit(.status(0)) == [])
  }

  @Test(arguments: [SIGSEGV, SIGABRT, SIGILL])
  func aCrashRestoresTheTerminal(_ signal: Int32) throws {
    let flick = try FlickProcess(
      [clips.path(0)], environment: ["SWIFT_BACKTRACE": "enable=no"])
    #expect(flick.waitForClip(0))
    flick.process.signal(signal)
    #expect(flick.waitForExit() == .signal(signal))
    #expect(flick.isTerminalRestored)
  }

  /// In a shell with job control: without one, a stopped program could never be continued, and
  /// the system ignores the signal.
  @Test func controlZGivesTheTerminalBackAndAgainTakesIt() throws {
    let shell = try FlickProcess(["-i"], audioDevice: nil, binary: "/bin/sh")
    shell.type(
      Array("'\(FlickProcess.binary)' --audio-device null '\(clips.path(0))'\n".utf8))
    #expect(shell.waitUntil { $0.isAlternateScreen && $0.contains(Clips.names[0]) })
    shell.press(.control("z"))
    // The shell says so on its standard error, which is not on the screen.
    #expect(shell.waitUntilRestored())
    shell.run(for: 0.2)
    #expect(!shell.model.isAlternateScreen)
    shell.type(Array("fg\n".utf8))
    #expect(shell.waitUntil { $0.isAlternateScreen && $0.contains(Clips.names[0]) })
    shell.press(.character("q"))
    #expect(shell.waitUntilRestored())
    shell.type(Array("exit 0\n".utf8))
    #expect(shell.waitForExit() == .status(0))
  }

  /// bash's `kill %1` is the signal and SIGCONT: what goes on by that has no terminal.
  @Test(arguments: ["", "bg; sleep 0.2; "], ["TERM", "HUP"])
  func whileItIsStoppedASignalEndsIt(_ before: String, _ signal: String) throws {
    let shell = try FlickProcess(["--norc", "-i"], audioDevice: nil, binary: "/bin/bash")
    shell.type(
      Array("'\(FlickProcess.binary)' --audio-device null '\(clips.path(0))'\n".utf8))
    #expect(shell.waitUntil { $0.isAlternateScreen && $0.contains(Clips.names[0]) })
    shell.press(.control("z"))
    // Not the modes of before: bash reads its lines with modes of its own.
    #expect(shell.waitUntil { !$0.isAlternateScreen })
    shell.run(for: 0.2)
    let wait = "while kill -0 %1; do sleep 0.05; done; echo it has g''one"
    shell.type(Array("\(before)kill -\(signal) %1; kill -CONT %1; \(wait)\n".utf8))
    #expect(shell.waitUntil { $0.contains("it has gone") })
    #expect(!shell.model.isAlternateScreen)
    shell.type(Array("exit 0\n".utf8))
    #expect(shell.waitForExit() == .status(0))
  }

  @Test func aTerminalThatHangsUpEndsIt() throws {
    let folder = clips.folder.path
    var flick: FlickProcess? = try FlickProcess([folder])
    let process = try #require(flick?.process)
    #expect(flick?.waitForClip(0) == true)
    flick = nil
    let result = try #require(process.wait(timeout: 30))
    #expect(result.exit == .status(129))
  }
}
