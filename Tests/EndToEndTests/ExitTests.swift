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

  @Test func controlZGivesTheTerminalBackAndAgainTakesIt() throws {
    let flick = try FlickProcess([clips.path(0)])
    #expect(flick.waitForClip(0))
    flick.press(.control("z"))
    #expect(flick.waitUntilRestored())
    flick.process.signal(SIGCONT)
    #expect(flick.waitUntil { $0.isAlternateScreen && $0.contains(Clips.names[0]) })
    flick.press(.character("q"))
    #expect(flick.problemsAfterExit(.status(0)) == [])
  }

  @Test func aTerminalThatHangsUpEndsIt() throws {
    let folder = clips.folder.path
    var flick: FlickProcess? = try FlickProcess([folder])
    let process = try #require(flick?.process)
    #expect(flick?.waitForClip(0) == true)
    flick = nil
    let result = try #require(process.wait(timeout: 30))
    #expect(result.exit == .status(129) || result.exit == .status(0))
  }
}
