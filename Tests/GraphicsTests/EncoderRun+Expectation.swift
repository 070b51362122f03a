import Models
import TestSupport

@testable import Graphics

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
          isText || cell.glyph == .shade && !harness.encoder.glyphs.hasBlocks
          ? cell : Cell(glyph: .space, foreground: .black, background: cell.background)
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

  /// A cell as the glyph set and the depth allow it.
  private func mapped(_ cell: Cell, column: Int, row: Int) -> Cell {
    let set = harness.encoder.glyphs
    if !set.hasBlocks {
      if set == .ascii, cell.glyph == .shade { return shade(cell, column: column, row: row) }
      if cell.mosaic != nil || cell.glyph == .shade {
        return Cell(
          glyph: .space, foreground: .black,
          background: nearest(cell.mean, column: column, halfRow: row))
      }
      // Where frames are halves, other blocks are text.
    } else if var mosaic = (set == .half ? cell.halves.flatMap { _ in cell.mosaic } : cell.mosaic)?
      .canonical
    {
      if mosaic.mask == .full { (mosaic.mask, mosaic.second) = (.upperHalf, mosaic.first) }
      return Cell(
        glyph: mosaic.mask.glyph,
        foreground: nearest(mosaic.first, column: column, halfRow: row * 2),
        background: nearest(mosaic.second, column: column, halfRow: row * 2 + 1))
    }
    let background = nearest(cell.background)
    var foreground = nearest(cell.foreground)
    if foreground == background, cell.foreground != cell.background,
      harness.encoder.depth != .trueColor
    {
      foreground = nearest(OrderedDither.luma(cell.background.rawValue) < 128 ? .white : .black)
    }
    return Cell(glyph: cell.glyph, foreground: foreground, background: background)
  }

  /// A character about as bright.
  private func shade(_ cell: Cell, column: Int, row: Int) -> Cell {
    let shade = BrightnessRamp.shade(cell.foreground.rawValue)
    guard shade.step > 0 else {
      return Cell(
        glyph: .space, foreground: .black,
        background: nearest(cell.mean, column: column, halfRow: row))
    }
    return Cell(
      glyph: Glyph(rawValue: BrightnessRamp.character(shade.step)),
      foreground: nearest(Color(rawValue: shade.color)), background: nearest(.black))
  }

  /// The colour of a part of a frame: dithered, where the depth is.
  private func nearest(_ color: Color, column: Int, halfRow: Int) -> Color {
    harness.encoder.shown(color, column: column, halfRow: halfRow)
  }

  private func nearest(_ color: Color) -> Color {
    harness.encoder.nearest(to: color)
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
