import Models
import TestSupport

@testable import CellGraphics

// What the terminals ought to show.
extension EncoderRun {
  /// What an exact frame shows: incomplete wide glyphs left out, colours of the depth.
  var expectation: Surface {
    var expected = surface
    for row in 0..<surface.size.rows {
      for column in 0..<surface.size.columns {
        let cell = surface[column, row]
        let isText =
          switch cell.glyph.columns {
          case 2: isWhole(column, row)
          case 1: true
          default: cell.glyph == .continuation && column > 0 && isWhole(column - 1, row)
          }
        var wanted =
          isText ? cell : Cell(glyph: .space, foreground: .black, background: cell.background)
        if cell.glyph == .continuation, isText {
          wanted.foreground = surface[column - 1, row].foreground
          wanted.background = surface[column - 1, row].background
        }
        expected[column, row] = mapped(wanted, column: column, row: row)
      }
    }
    return expected
  }

  /// Whether a wide glyph has its right half, and neither is covered.
  private func isWhole(_ left: Int, _ row: Int) -> Bool {
    surface[left, row].glyph.columns == 2 && left + 1 < surface.size.columns
      && surface[left + 1, row].glyph == .continuation && !isCovered(left, row)
      && !isCovered(left + 1, row)
  }

  private func mapped(_ cell: Cell, column: Int, row: Int) -> Cell {
    let depth = harness.encoder.depth
    guard depth != .trueColor else { return cell }
    let nearest = { (color: UInt32) in
      Palette.color(
        at: depth == .palette16
          ? Palette.nearestOf16[Palette.key(of: color)]
          : UInt8(Palette.nearestFixed(to: color)))
    }
    if let halves = cell.halves {
      let target = { (color: Color, halfRow: Int) in
        depth == .palette16
          ? OrderedDither.shift(color.rawValue, column: column, halfRow: halfRow) : color.rawValue
      }
      return Cell(
        glyph: .upperHalf, foreground: nearest(target(halves.top, row * 2)),
        background: nearest(target(halves.bottom, row * 2 + 1)))
    }
    let background = nearest(cell.background.rawValue)
    var foreground = nearest(cell.foreground.rawValue)
    if foreground == background, cell.foreground != cell.background {
      foreground = nearest(OrderedDither.luma(cell.background.rawValue) < 128 ? 0xFF_FFFF : 0)
    }
    return Cell(glyph: cell.glyph, foreground: foreground, background: background)
  }

  /// The first cell in which another terminal is not what the encoder believes, or in which chrome
  /// is not what it was.
  func firstWrongCell(of terminal: TerminalModel?) -> String? {
    guard let terminal else { return "no memory" }
    for row in 0..<surface.size.rows {
      for column in 0..<surface.size.columns {
        let shown = terminal.cell(column: column, row: row)
        if isCovered(column, row) {
          if shown.text != "#" || shown.background != .standard {
            return "\(column),\(row): chrome became \(shown)"
          }
        } else if let believed = harness.encoder.shownCell(column: column, row: row),
          !shown.shows(believed)
        {
          return "\(column),\(row): shows \(shown), believed \(believed)"
        }
      }
    }
    return nil
  }
}
