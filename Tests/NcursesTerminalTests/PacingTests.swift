import Glibc
import Graphics
import Models
import Platform
import TestSupport
import Testing

@testable import NcursesTerminal
@testable import TerminalCore

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

  /// Where nothing hints at a link, too; chrome counts.
  @Test(arguments: [[:], ["SSH_TTY": "/dev/pts/1"], ["TMUX": "/tmp/t"]])
  func unacknowledgedBytesAreBounded(environment: [String: String]) async throws {
    let session = try Session(size: CellSize(columns: 120, rows: 40), environment: environment)
    let size = session.terminal.size
    let chrome = [window(0, 38, 120, 2, "Caption", "0:03")]
    session.terminal.present(.pattern(size), chrome: chrome)
    await session.settle()
    // No longer than this, however large the frame.
    #expect((2_500...3_000).contains(session.terminal.link.bytes))
    #expect(session.terminal.link.byteLimit == 3_000)
    await session.wait { session.terminal.isReady }
    #expect(session.terminal.present(.pattern(size, seed: 1), chrome: chrome))
    await session.settle()
    #expect((5_000...6_000).contains(session.terminal.link.bytes))
    #expect(!session.terminal.isReady)
    #expect(!session.terminal.present(.pattern(size, seed: 2), chrome: chrome))
    session.clearEvents()
    session.isAnswering = true
    session.answer()
    await session.wait { session.events.contains(.ready) }
    #expect(session.terminal.isReady)
    #expect(session.terminal.present(.pattern(size, seed: 3), chrome: []))
  }

  /// Whose replies have been missing for a second.
  @Test func aFrameAfterAStandstillStartsWithAFence() async throws {
    let session = try Session()
    session.isAnswering = true
    session.answer()
    let size = session.terminal.size
    for seed in 0..<3 { await session.show(.pattern(size, seed: seed), exactly: false) }
    await session.wait { session.terminal.link.framesInFlight == 0 }
    session.isAnswering = false
    await session.show(.pattern(size, seed: 3), exactly: false)
    session.clearEvents()
    await session.wait { session.terminal.pacer.sendsFence(at: HostTime.now) }
    _ = session.takeOutput()
    await session.show(.pattern(size, seed: 4), exactly: false)
    #expect(session.takeOutput().starts(with: Array("\u{1B}[c\u{1B}[5n".utf8)))
    // Two for the old frame, the fence's, two for the new one: all are taken for what they are.
    #expect(session.terminal.pacer.awaitedReplies == 3)
    session.isAnswering = true
    session.answer()
    await session.wait { session.terminal.pacer.awaitedReplies == 0 }
    #expect(!session.terminal.pacer.sendsFence(at: HostTime.now))
  }

  /// The first page is a few bytes where what is erased gets the pen's background.
  @Test(arguments: [("xterm-256color", true), ("tmux-256color", false), ("screen", false)])
  func aBlackPageTakesFewBytes(name: String, isErased: Bool) async throws {
    let session = try Session(name: name)
    let black = Surface(size: session.terminal.size)
    _ = session.takeOutput()
    await session.show(black)
    #expect((session.takeOutput().count < 200) == isErased)
    #expect(session.difference(black) == [])
  }

  @Test func aSilentTerminalIsNotWaitedFor() async throws {
    let session = try Session(
      size: CellSize(columns: 120, rows: 40), environment: ["SSH_TTY": "/dev/pts/1"])
    let size = session.terminal.size
    for seed in 0..<2 { session.terminal.present(.pattern(size, seed: seed), chrome: []) }
    #expect(!session.terminal.isReady)
    await session.wait { session.terminal.link.isAcknowledging == false }
    await session.show(.pattern(session.terminal.size, seed: 1), exactly: true)
  }

  @Test func frameRateIsKept() async throws {
    let session = try Session(options: TerminalOptions(maximumFrameRate: 4))
    let start = HostTime.now
    session.terminal.present(.pattern(session.terminal.size), chrome: [])
    await session.wait { session.events.contains(.ready) }
    #expect(HostTime.now - start >= 0.25 - LinkPacer.earliness)
  }

  @Test func lateRepliesDoNotReachTheShell() async throws {
    let session = try Session()
    session.isAnswering = true
    session.answer()
    await session.show(.pattern(session.terminal.size), exactly: false)
    await session.wait { session.terminal.link.framesInFlight == 0 }
    session.isAnswering = false
    await session.show(.pattern(session.terminal.size, seed: 1), exactly: false)
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
    session.forgetLink()
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
