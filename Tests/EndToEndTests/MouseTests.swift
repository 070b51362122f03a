import Models
import TestSupport
import Testing

@Suite(.ownThreads) struct MouseTests {
  let clips: Clips

  init() throws {
    clips = try Clips.shared.get()
  }

  @Test func clickPausesAndDoubleClickLikes() throws {
    let flick = try FlickProcess([clips.path(0)])
    #expect(flick.waitForClip(0))
    flick.click(column: 40, row: 10)
    #expect(flick.waitUntil { $0.contains("‖") })
    flick.run(for: 0.6)
    flick.click(column: 40, row: 10)
    #expect(flick.waitUntil { !$0.contains("‖") })
    flick.run(for: 0.6)
    flick.doubleClick(column: 40, row: 10)
    #expect(flick.waitUntil { $0.contains("♥") && !$0.contains("‖") })
    flick.press(.character("q"))
    #expect(flick.problemsAfterExit(.status(0)) == [])
  }

  @Test func rightClickTogglesDetails() throws {
    let flick = try FlickProcess([clips.path(0)], size: CellSize(columns: 80, rows: 9))
    #expect(flick.waitForClip(0))
    flick.click(column: 40, row: 5, button: 2)
    #expect(flick.waitUntil { $0.contains(" 1-6 of ") && $0.contains("Path") })
    flick.report(65, column: 40, row: 5)
    #expect(flick.waitUntil { $0.contains(" 4-9 of ") && !$0.contains("Path") })
    flick.click(column: 40, row: 5, button: 2)
    #expect(flick.waitUntil { !$0.contains("4-9 of ") })
    #expect(flick.waitForClip(0))
    flick.press(.character("q"))
    #expect(flick.problemsAfterExit(.status(0)) == [])
  }

  @Test func trackpadSwipeAdvancesOneClip() throws {
    let flick = try FlickProcess([clips.folder.path])
    #expect(flick.waitForClip(0))
    // In one write: pauses on a busy machine would split it into several swipes.
    flick.type(Array(String(repeating: "\u{1B}[<65;41;11M", count: 14).utf8))
    #expect(flick.waitForClip(1))
    flick.run(for: 0.6)
    #expect(flick.model.contains(Clips.names[1]))
    flick.report(65, column: 40, row: 10)
    #expect(flick.waitForClip(2))
    flick.report(64, column: 40, row: 10)
    #expect(flick.waitForClip(1))
    flick.press(.character("q"))
    #expect(flick.problemsAfterExit(.status(0)) == [])
  }

  @Test func draggingTheBarSeeks() throws {
    let flick = try FlickProcess([clips.path(0)])
    #expect(flick.waitForClip(0))
    flick.press(.space)
    #expect(flick.waitUntil { $0.contains("‖") })
    flick.press(.character("0"))
    // Without a duration there is no bar to drag.
    #expect(flick.waitUntil { _ in flick.seekBar.contains(#/0:00.* 0:03/#) })
    flick.report(0, column: 12, row: 23)
    flick.report(32, column: 35, row: 20)
    #expect(flick.waitUntil { _ in flick.seekBar.contains("‖ 0:01") })
    flick.report(32, column: 79, row: 12)
    #expect(flick.waitUntil { _ in flick.seekBar.contains("‖ 0:03") })
    flick.report(32, column: 56, row: 12)
    flick.report(0, column: 56, row: 12, isRelease: true)
    #expect(flick.waitUntil { _ in flick.seekBar.contains("‖ 0:02") })
    #expect(flick.waitUntilQuiet())
    #expect(flick.model.contains("‖"))
    flick.press(.character("q"))
    #expect(flick.problemsAfterExit(.status(0)) == [])
  }

  @Test func hoveringTheBarShowsATime() throws {
    let flick = try FlickProcess([clips.path(0)])
    #expect(flick.waitForClip(0))
    flick.press(.space)
    #expect(flick.waitUntil { $0.contains("‖") })
    #expect(flick.waitUntil { $0.privateModes.contains(1_003) })
    #expect(flick.hover(column: 38, row: 23) { $0.text(row: 21).contains("0:01") })
    flick.report(35, column: 38, row: 10)
    #expect(flick.waitUntil { !$0.text(row: 21).contains("0:01") })
    flick.press(.character("q"))
    #expect(flick.problemsAfterExit(.status(0)) == [])
  }

  /// Motion over the frame, along the bar, while dragging the bar, and a wheel that never stops.
  @Test(arguments: [(35, 10), (35, 23), (32, 23), (65, 10)])
  func keyIsHandledDespiteAFloodOfMouseReports(code: Int, row: Int) throws {
    let flick = try FlickProcess([clips.path(0)])
    #expect(flick.waitForClip(0))
    #expect(flick.waitUntil { $0.privateModes.contains(1_003) })
    if code == 32 { flick.report(0, column: 10, row: row) }
    let reports = (0..<20_000).flatMap {
      Array("\u{1B}[<\(code);\(code == 65 ? 40 : 10 + $0 % 60);\(row + 1)M".utf8)
    }
    #expect(flick.pty.write(reports))
    flick.press(.character("q"))
    #expect(flick.problemsAfterExit(.status(0)) == [])
  }

  @Test func barHidesAndMouseMotionShowsItAgain() throws {
    let flick = try FlickProcess([clips.path(0)])
    #expect(flick.waitForClip(0))
    #expect(flick.waitUntil { _ in flick.seekBar.isEmpty })
    #expect(flick.waitForClip(0))
    flick.report(35, column: 38, row: 10)
    #expect(flick.waitUntil { _ in flick.seekBar.contains("0:03") })
    #expect(flick.waitUntil { _ in flick.seekBar.isEmpty })
    flick.press(.character("m"))
    #expect(flick.waitUntil { _ in flick.seekBar.contains("muted") })
    flick.press(.character("q"))
    #expect(flick.problemsAfterExit(.status(0)) == [])
  }

  @Test func permanentBarStays() throws {
    let flick = try FlickProcess(["--seek-bar", "always", clips.path(0)])
    #expect(flick.waitForClip(0))
    flick.run(for: 2.5)
    #expect(!flick.seekBar.isEmpty)
    flick.press(.character("q"))
    #expect(flick.problemsAfterExit(.status(0)) == [])
  }

  /// tmux parses mouse reports and sends its own.
  @Test(.enabled(if: MouseTests.hasTmux))
  func mouseWorksInTmux() throws {
    let socket = try ScratchFolder()
    let command =
      "'\(FlickProcess.binary)' --audio-device null --loop off '\(clips.folder.path)'"
    let flick = try FlickProcess(
      [
        "-S", socket.file("tmux"), "-f", "/dev/null", "new-session",
        "env COLORTERM=truecolor \(command)",
      ],
      size: CellSize(columns: 80, rows: 25), audioDevice: nil, environment: ["TMUX": String?.none],
      binary: "/usr/bin/tmux")
    // tmux's own status line is below.
    func seekBar() -> String { flick.model.text(row: 23) }
    #expect(flick.waitForClip(0))
    flick.click(column: 40, row: 10)
    #expect(flick.waitUntil { $0.contains("‖") })
    flick.press(.character("0"))
    flick.report(0, column: 12, row: 23)
    flick.report(32, column: 79, row: 12)
    #expect(flick.waitUntil { _ in seekBar().contains("‖ 0:03") })
    flick.report(0, column: 35, row: 12, isRelease: true)
    #expect(flick.waitUntil { _ in seekBar().contains("‖ 0:01") })
    #expect(flick.hover(column: 38, row: 23) { $0.text(row: 21).contains("0:01") })
    flick.run(for: 0.5)
    flick.doubleClick(column: 40, row: 10)
    #expect(flick.waitUntil { $0.contains("♥") })
    // tmux loses a press that follows a double click and a wheel event too soon.
    flick.run(for: 0.5)
    flick.report(65, column: 40, row: 10)
    #expect(flick.waitForClip(1))
    flick.run(for: 0.5)
    flick.click(column: 40, row: 5, button: 2)
    #expect(flick.waitUntil { $0.contains("Container") })
    flick.press(.character("q"))
    #expect(flick.waitForExit() == .status(0))
    #expect(flick.isTerminalRestored)
  }

  private static let hasTmux = (try? Command.run("sh", ["-c", "test -x /usr/bin/tmux"])) == 0
}

extension FlickProcess {
  /// Sends a mouse report as xterm does (mode 1006): 32 more for dragging, 35 for motion without a
  /// button, 64 and 65 for the wheel.
  func report(_ code: Int, column: Int, row: Int, isRelease: Bool = false) {
    type(bytes(code, column, row, isRelease: isRelease))
  }

  /// Presses and releases a button.
  func click(column: Int, row: Int, button: Int = 0) {
    type(bytes(button, column, row) + bytes(button, column, row, isRelease: true))
  }

  /// Clicks twice, in one write: a busy machine might part them.
  func doubleClick(column: Int, row: Int) {
    let click = bytes(0, column, row) + bytes(0, column, row, isRelease: true)
    type(click + click)
  }

  /// Moves the pointer about in a place, which it counts as left after two seconds.
  func hover(column: Int, row: Int, until isDone: (TerminalModel) -> Bool) -> Bool {
    type(bytes(35, column, row), until: isDone)
  }

  private func bytes(_ code: Int, _ column: Int, _ row: Int, isRelease: Bool = false) -> [UInt8] {
    Array("\u{1B}[<\(code);\(column + 1);\(row + 1)\(isRelease ? "m" : "M")".utf8)
  }
}
