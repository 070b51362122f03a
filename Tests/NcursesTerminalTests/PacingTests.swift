import Glibc
import Graphics
import Models
import Platform
import TerminalCore
import TestSupport
import Testing

@testable import NcursesTerminal

/// Flow control by the terminal's answers, and leaving with some on their way.
extension NcursesTerminalTests {
  @Test func repliesPaceAndAreNotKeys() async throws {
    let session = try Session()
    session.isAnswering = true
    session.answer()
    for seed in 0..<10 {
      await session.show(.pattern(session.terminal.size, seed: seed), exactly: false)
    }
    await session.wait { session.terminal.link.framesInFlight == 0 }
    let link = session.terminal.link
    #expect(link.isAcknowledging == true)
    #expect(link.frames == 10)
    #expect(link.bytes > 10_000)
    #expect(link.roundTrip.map { $0 > 0 } ?? false)
    #expect(link.rate.map { $0 > 0 } ?? false)
    #expect(
      session.events.allSatisfy {
        switch $0 {
        case .key, .mouse, .paste, .closed: false
        default: true
        }
      })
  }

  @Test func overSSHUnacknowledgedBytesAreBounded() async throws {
    let session = try Session(
      size: CellSize(columns: 120, rows: 40), environment: ["SSH_TTY": "/dev/pts/1"])
    let size = session.terminal.size
    session.terminal.present(.pattern(size), chrome: [])
    await session.settle()
    // No longer than this, however large the frame.
    #expect(session.terminal.link.bytes < 26_000)
    #expect(!session.terminal.isReady)
    #expect(!session.terminal.present(.pattern(size, seed: 1), chrome: []))
    session.clearEvents()
    session.isAnswering = true
    session.answer()
    await session.wait { session.events.contains(.ready) }
    #expect(session.terminal.isReady)
    #expect(session.terminal.present(.pattern(size, seed: 1), chrome: []))
  }

  @Test func aSilentTerminalIsNotWaitedFor() async throws {
    let session = try Session(
      size: CellSize(columns: 120, rows: 40), environment: ["SSH_TTY": "/dev/pts/1"])
    session.terminal.present(.pattern(session.terminal.size), chrome: [])
    #expect(!session.terminal.isReady)
    await session.wait { session.events.contains(.ready) }
    #expect(session.terminal.link.isAcknowledging == false)
    await session.show(.pattern(session.terminal.size, seed: 1), exactly: true)
  }

  @Test func frameRateIsKept() async throws {
    let session = try Session(options: TerminalOptions(maximumFrameRate: 4))
    let start = HostTime.now
    session.terminal.present(.pattern(session.terminal.size), chrome: [])
    await session.wait { session.events.contains(.ready) }
    #expect(HostTime.now - start >= 0.25)
  }

  @Test func lateRepliesDoNotReachTheShell() async throws {
    let session = try Session()
    session.isAnswering = true
    session.answer()
    await session.show(.pattern(session.terminal.size))
    await session.wait { session.terminal.link.framesInFlight == 0 }
    session.isAnswering = false
    await session.show(.pattern(session.terminal.size, seed: 1))
    #expect(session.terminal.link.framesInFlight == 1)
    let answers = session.model.takeReplies()
    #expect(answers.count == 8)
    await session.restore(answering: answers)
    #expect(session.pty.modes == session.initialModes)
    // Echo shows what the shell would get.
    session.drain()
    #expect(!session.output.contains(Array("[0n".utf8)))
  }

  @Test func stuckTerminalDoesNotDelayQuitting() async throws {
    let size = CellSize(columns: 200, rows: 60)
    let session = try Session(size: size)
    for seed in 0..<5 where session.terminal.isReady {
      session.terminal.present(.pattern(size, seed: seed), chrome: [], exactly: true)
    }
    #expect(!session.terminal.isReady)
    // Nobody reads: it comes back because it waits no longer than half a second.
    session.terminal.restore()
    #expect(session.pty.modes == session.initialModes)
  }

  @Test func cutFrameLeavesNoTrace() async throws {
    let size = CellSize(columns: 14, rows: 4)
    let session = try Session(size: size)
    _ = session.takeOutput()
    await session.show(.pattern(size), [window(0, 3, 14, 1, "Caption 日本")])
    let frame = session.takeOutput()
    #expect((500..<5000).contains(frame.count))
    let giveBack = ControlBytes.giveBack(hasAlternateScreen: true)
    for cut in 0...frame.count {
      let model = try #require(TerminalModel(size: size))
      model.feed("$ flick\r\n")
      model.feed(ControlBytes.take(hasMouse: true, isAlternate: false, questions: []))
      model.feed(Array(frame[..<cut]))
      model.feed(giveBack)
      model.feed("$ next")
      let pen = model.cell(column: 2, row: 1)
      let isRestored =
        model.rows == ["$ flick", "$ next", "", ""] && !model.isAlternateScreen
        && model.isCursorVisible && !model.isMouseReported && !model.isPasteBracketed
        && !model.isInsideSynchronizedUpdate && pen.foreground == .standard
        && pen.background == .standard
      #expect(isRestored, "cut at \(cut): \(model.rows)")
      if !isRestored { return }
    }
  }
}
