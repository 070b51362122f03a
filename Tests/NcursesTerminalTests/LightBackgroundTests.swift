import Graphics
import Models
import TerminalCore
import TestSupport
import Testing

@testable import NcursesTerminal

/// What becomes of chrome on a terminal whose own background is light.
extension NcursesTerminalTests {
  private static let answer = "\u{1B}]11;rgb:fdfd/f6f6/e3e3\u{1B}\\\u{1B}[?64;1;2c"
  private static let styles: [ChromeStyle] = [[], .accent, .warning, .dim, [.accent, .track]]

  private func lightSession(
    color: ColorDepth? = .trueColor, environment: [String: String] = [:]
  ) async throws -> Session {
    let session = try Session(color: color, environment: environment, isSilent: false)
    await session.show(.pattern(session.terminal.size), [Self.chrome])
    session.press(Self.answer)
    await session.wait { session.events.contains(.capabilitiesChanged) }
    await session.show(.pattern(session.terminal.size), [Self.chrome])
    return session
  }

  private static let chrome = ChromeWindow(
    rect: CellRect(column: 0, row: 0, columns: styles.count + 1, rows: 1),
    lines: [ChromeLine(styles.map { ChromeSpan("x", $0) })])

  @Test func chromeIsDarkOnALightBackground() async throws {
    let session = try await lightSession()
    let light = Color(red: 0xFD, green: 0xF6, blue: 0xE3)
    #expect(session.terminal.capabilities.lightBackground == light)
    let cells = (0...Self.styles.count).map { session.model.cell(column: $0, row: 0) }
    let numbers = [233, 24, 94, 240, 24].map { TerminalModel.Color.palette(UInt8($0)) }
    #expect(cells.prefix(5).map(\.foreground) == numbers)
    #expect(cells[0].background == .standard && cells[3].background == .standard)
    #expect(cells[4].background == .palette(252))
    #expect(cells[5].background == .standard)
    for number in [233, 24, 94, 240] as [UInt8] {
      #expect(Palette.color(at: number).contrast(with: light) >= 4.5)
    }
  }

  @Test func withoutTextColorsTheDefaultsAreUsed() async throws {
    let session = try await lightSession(environment: ["NO_COLOR": "1"])
    #expect(!session.terminal.capabilities.hasColoredText)
    let cells = (0...Self.styles.count).map { session.model.cell(column: $0, row: 0) }
    #expect(cells.allSatisfy { $0.foreground == .standard && $0.background == .standard })
    // The frame keeps its own.
    #expect(session.model.cell(column: 5, row: 5).foreground != .standard)
  }

  @Test func twoColorsAreSwapped() async throws {
    let session = try await lightSession(color: .mono)
    let cell = session.model.cell(column: 0, row: 0)
    #expect(cell.foreground == .palette(0) && cell.background == .palette(7))
  }

  @Test func unknownBackgroundIsBlack() async throws {
    let session = try Session(color: .trueColor, isSilent: false)
    session.press("\u{1B}]11;rgb:1010/1010/2020\u{1B}\\\u{1B}[?64;1;2c")
    await session.wait { session.terminal.probe.deadline == nil }
    #expect(session.terminal.capabilities.lightBackground == nil)
    await session.show(.pattern(session.terminal.size), [Self.chrome])
    #expect(session.model.cell(column: 0, row: 0).background == .palette(16))
  }
}
