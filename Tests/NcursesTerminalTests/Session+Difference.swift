import Models
import TerminalCore
import TestSupport

@testable import Graphics
@testable import NcursesTerminal

// What the screen shows, against what it ought to show.
extension Session {
  /// Compares the model with a frame, cell by cell.
  ///
  /// - Parameters:
  ///   - surface: What was presented.
  ///   - chrome: The windows over it.
  /// - Returns: The first cells that differ; empty if none does.
  func difference(_ surface: Surface, _ chrome: [ChromeWindow] = []) -> [String] {
    wrongCells(under: chrome) { shown, column, row in
      let wanted = surface[column, row]
      // What is left of a wide glyph cannot be shown.
      if surface.isCut(column, row, by: chrome) { return shown.halves != nil }
      return shown.shows(wanted)
    }
  }

  /// Compares the model with a frame in as many colours as the terminal has.
  func differenceInDepth(_ surface: Surface, _ chrome: [ChromeWindow] = []) -> [String] {
    let depth = terminal.capabilities.colorDepth
    switch depth {
    case .trueColor: return difference(surface, chrome)
    case .palette256 where terminal.capabilities.frameForm.glyphs.hasBlocks:
      return difference(surface.in256Colors, chrome)
    // How they are dithered is the encoder's affair.
    case .palette256, .palette16: return wrongBeliefs(chrome)
    case .palette8, .mono:
      let glyphs = terminal.capabilities.frameForm.glyphs
      let cells = NcursesTerminalTests.mapped(surface, depth, glyphs: glyphs)
      return wrongCells(under: chrome) { shown, column, row in
        let cell = cells[row * surface.size.columns + column]
        // Wide characters may be cut.
        guard cell.glyph.columns == 1 else { return true }
        let entries = NcursesTerminalTests.entries(cell)
        return depth == .mono || entries.isEmpty
          ? shown.text.unicodeScalars.first?.value == cell.glyph.rawValue
          : NcursesTerminalTests.entries(shown) == entries
      }
    }
  }

  /// Compares the model with what the encoder believes it shows, and the chrome with what it is.
  func wrongBeliefs(_ chrome: [ChromeWindow]) -> [String] {
    wrongCells(under: chrome) { shown, column, row in
      terminal.encoder.shownCell(column: column, row: row).map { shown.shows($0) } ?? true
    }
  }

  private func wrongCells(
    under chrome: [ChromeWindow],
    isRight: (_ shown: TerminalModel.Cell, _ column: Int, _ row: Int) -> Bool
  ) -> [String] {
    var wrong: [String] = []
    for row in 0..<model.size.rows {
      for column in 0..<model.size.columns {
        let shown = model.cell(column: column, row: row)
        let isRight =
          if let window = Self.window(of: chrome, column: column, row: row) {
            shown.text == Self.text(of: window, column: column, row: row)
          } else {
            isRight(shown, column, row)
          }
        if !isRight { wrong.append("\(column),\(row): \(shown)") }
      }
    }
    return Array(wrong.prefix(5)) + (wrong.count > 5 ? ["\(wrong.count) in all"] : [])
  }

  static func window(
    of chrome: [ChromeWindow], column: Int, row: Int
  ) -> ChromeWindow? {
    chrome.last {
      $0.rect.column <= column && column < $0.rect.column + $0.rect.columns
        && $0.rect.row <= row && row < $0.rect.row + $0.rect.rows
    }
  }

  /// What a window's cell reads; only for windows whose text is one column a character.
  private static func text(of window: ChromeWindow, column: Int, row: Int) -> String {
    let index = row - window.rect.row
    guard index < window.lines.count else { return " " }
    let line = window.lines[index].map(\.text.string).joined()
    return line.dropFirst(column - window.rect.column).first.map(String.init) ?? " "
  }
}

extension Surface {
  /// Whether a cell holds half of a wide glyph whose other half is missing, beyond the edge or under
  /// a window.
  @MainActor
  fileprivate func isCut(_ column: Int, _ row: Int, by chrome: [ChromeWindow]) -> Bool {
    let glyph = self[column, row].glyph
    guard glyph.columns != 1 else { return false }
    let otherHalf = glyph == .continuation ? column - 1 : column + 1
    let hasOtherHalf =
      glyph == .continuation
      ? self[otherHalf, row].glyph.columns == 2 : self[otherHalf, row].glyph == .continuation
    return !hasOtherHalf || Session.window(of: chrome, column: otherHalf, row: row) != nil
  }

  /// The same in the fixed colours of the 256.
  fileprivate var in256Colors: Surface {
    var mapped = self
    for row in 0..<size.rows {
      for column in 0..<size.columns {
        let cell = self[column, row]
        guard let mosaic = cell.mosaic?.canonical else {
          mapped[column, row].foreground = Self.nearest(cell.foreground)
          mapped[column, row].background = Self.nearest(cell.background)
          continue
        }
        // One colour is that of two halves, each dithered in its place.
        let isFlat = mosaic.mask == .full
        mapped[column, row] = Cell(
          glyph: isFlat ? .upperHalf : mosaic.mask.glyph,
          foreground: Self.shown(mosaic.first, column, halfRow: row * 2),
          background: Self.shown(
            isFlat ? mosaic.first : mosaic.second, column, halfRow: row * 2 + 1))
      }
    }
    return mapped
  }

  /// What a part of a frame looks like.
  private static func shown(_ color: Color, _ column: Int, halfRow: Int) -> Color {
    let table = PaletteTable(Palette.colors, .fixed256)
    return withExtendedLifetime(table) {
      let coding = Palette256Coding(matcher: table.matcher, isStriped: false)
      let target = coding.target(color.rawValue, column: column, halfRow: halfRow)
      return nearest(Color(rawValue: target))
    }
  }

  private static func nearest(_ color: Color) -> Color {
    Palette.color(at: Palette.nearest(to: color, depth: .palette256))
  }
}
