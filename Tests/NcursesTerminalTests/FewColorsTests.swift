import Models
import TerminalCore
import TestSupport
import Testing

@testable import Graphics
@testable import NcursesTerminal

// Part of the suite that holds all use of ncurses.
extension NcursesTerminalTests {
  /// The cells the terminal should show, by the same mapping.
  static func mapped(
    _ surface: Surface, _ depth: ColorDepth, glyphs: GlyphSet = .half
  ) -> [PaletteCell] {
    var cells: [PaletteCell] = []
    surface.mapToPalette(depth, glyphs: glyphs, into: &cells)
    return cells
  }

  /// The colours of the upper and the lower half of a cell of blocks.
  private static func halves(_ cell: PaletteCell) -> [UInt8]? {
    switch cell.glyph {
    case .space: [cell.background, cell.background]
    case .full: [cell.foreground, cell.foreground]
    case .upperHalf: [cell.foreground, cell.background]
    case .lowerHalf: [cell.background, cell.foreground]
    default: nil
    }
  }

  private static func shownHalves(_ cell: TerminalModel.Cell) -> [UInt8]? {
    func index(_ color: TerminalModel.Color) -> UInt8? {
      guard case .palette(let index) = color else { return nil }
      return index
    }
    let front = index(cell.isReverse ? cell.background : cell.foreground)
    let back = index(cell.isReverse ? cell.foreground : cell.background)
    let shown: [UInt8?]? =
      switch cell.text {
      case " ": [back, back]
      case "\u{2588}": [front, front]
      case "\u{2580}": [front, back]
      case "\u{2584}": [back, front]
      default: nil
      }
    return shown.map { $0.compactMap { $0 } }
  }

  private static func wrongCells(_ session: Session, _ wanted: [PaletteCell]) -> [String] {
    var wrong: [String] = []
    for (index, cell) in wanted.enumerated() {
      let (column, row) = (index % session.model.size.columns, index / session.model.size.columns)
      let shown = session.model.cell(column: column, row: row)
      if shownHalves(shown) != halves(cell) { wrong.append("\(column),\(row): \(shown) \(cell)") }
    }
    return Array(wrong.prefix(5))
  }

  @Test(arguments: ["linux", "xterm", "xterm-256color"])
  func eightColorsAreDrawn(name: String) async throws {
    let session = try Session(name: name, color: .palette8)
    #expect(session.terminal.capabilities.colorDepth == .palette8)
    for seed in 0..<3 {
      let surface = Surface.pattern(session.terminal.size, seed: seed)
      await session.show(surface)
      #expect(Self.wrongCells(session, Self.mapped(surface, .palette8)) == [])
    }
    let surface = Surface.pattern(session.terminal.size, seed: 3)
    let titleBar = window(0, 19, 60, 1, "Caption")
    await session.show(surface, [titleBar])
    #expect(session.model.text(row: 19) == "Caption")
    await session.show(surface)
    #expect(Self.wrongCells(session, Self.mapped(surface, .palette8)) == [])
    _ = session.takeOutput()
    await session.show(surface)
    #expect(session.takeOutput() == [])
    session.model.feed("\u{1B}[2J")
    session.terminal.redraw()
    await session.show(surface)
    #expect(Self.wrongCells(session, Self.mapped(surface, .palette8)) == [])
  }

  @Test(arguments: [3, 4])
  func aWindowThatCutsAWideCharacterIsWhole(column: Int) async throws {
    let session = try Session(name: "linux", color: nil)
    var surface = Surface(size: session.terminal.size)
    surface.drawText(
      "日本", column: 3, row: 0, maxColumns: 9, foreground: .white, background: .black)
    await session.show(surface, [window(column, 0, 2, 1, "xy")])
    #expect(session.model.text(row: 0) == (column == 3 ? "   xy本" : "    xy"))
    await session.show(surface)
    #expect(session.model.text(row: 0) == "   日本")
  }

  @Test func terminalsWithoutColorsShowLightAndDark() async throws {
    let session = try Session(name: "vt220", color: nil)
    #expect(session.terminal.capabilities.colorDepth == .mono)
    let surface = Surface.pattern(session.terminal.size)
    await session.show(surface)
    for (index, cell) in Self.mapped(surface, .mono).enumerated() {
      let shown = session.model.cell(column: index % 60, row: index / 60)
      #expect(shown.text.unicodeScalars.first?.value == cell.glyph.rawValue)
      #expect(shown.foreground == .standard && shown.background == .standard)
    }
    let titleBar = window(0, 19, 60, 1, "Caption")
    await session.show(surface, [titleBar])
    #expect(session.model.text(row: 19) == "Caption")
  }

  @Test(arguments: ["linux", "vt220"])
  func screenTallerThanTerminfoIsUsedFully(name: String) async throws {
    let size = CellSize(columns: 60, rows: 40)
    let session = try Session(name: name, size: size, color: nil)
    await session.show(Surface.pattern(size), [window(0, 38, 60, 1, "Caption")])
    #expect(session.model.text(row: 38) == "Caption")
    #expect(!session.takeOutput().contains(Array("\u{1B}[1;24r".utf8)))
  }

  @Test func colorsComeFromTheTerminal() throws {
    for (name, depth) in [
      ("xterm-256color", ColorDepth.palette256), ("linux", .palette8), ("vt220", .mono),
      ("xterm-kitty", .trueColor), ("unknown-to-all", .palette256), ("foot", .trueColor),
    ] {
      let session = try Session(name: name, color: nil)
      #expect(session.terminal.capabilities.colorDepth == depth, "\(name)")
    }
    let session = try Session(color: nil, environment: ["COLORTERM": "truecolor"])
    #expect(session.terminal.capabilities.colorDepth == .trueColor)
  }

  @Test func withoutUTF8OnlyASCIIIsWritten() async throws {
    let session = try Session(environment: ["LANG": "C"])
    #expect(!session.terminal.capabilities.hasUnicode)
    var surface = Surface.pattern(session.terminal.size)
    surface.drawText(
      "日本 text", column: 3, row: 3, maxColumns: 30, foreground: .white, background: .black)
    let titleBar = window(0, 19, 60, 1, "日本 Größe")
    await session.show(surface, [titleBar])
    #expect(session.takeOutput().allSatisfy { $0 < 0x80 })
    #expect(session.model.text(row: 19) == "? ?  Gr??e")
    #expect(session.model.text(row: 3).contains("text"))
  }

  @Test func surfaceOfAnotherSizeIsHarmless() async throws {
    for color in [ColorDepth.trueColor, .palette8, .mono] {
      let session = try Session(color: color)
      for size in [
        CellSize(columns: 10, rows: 50), CellSize(columns: 90, rows: 3),
        CellSize(columns: 0, rows: 0),
      ] {
        await session.show(.pattern(size))
        #expect(session.model.isInsideSynchronizedUpdate == false)
      }
    }
  }
}
