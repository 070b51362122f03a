import Models
import TestSupport

@testable import Graphics

/// An encoder with a terminal at its other end.
struct EncoderHarness {
  var encoder: FrameEncoder
  var terminal: StrictTerminal
  var output: [UInt8] = []

  init(columns: Int, rows: Int, depth: ColorDepth = .trueColor, lambda: Double = 0) {
    encoder = FrameEncoder(size: CellSize(columns: columns, rows: rows), depth: depth)
    encoder.lambda = lambda
    terminal = StrictTerminal(columns: columns, rows: rows, palette: Palette.colors) {
      Glyph(rawValue: $0).columns
    }
  }

  /// Gives the terminal another size; it is empty then.
  mutating func resizeTerminal(to size: CellSize) {
    terminal = StrictTerminal(columns: size.columns, rows: size.rows, palette: Palette.colors) {
      Glyph(rawValue: $0).columns
    }
  }

  /// Encodes a frame and shows it.
  ///
  /// - Returns: Its bytes.
  @discardableResult
  mutating func show(
    _ surface: Surface, masking: [CellRect] = [], byteLimit: Int? = nil
  ) -> Int {
    output.removeAll(keepingCapacity: true)
    let count = encoder.encode(surface, masking: masking, byteLimit: byteLimit, into: &output)
    terminal.feed(output)
    return count
  }

  /// Moves rows, if the encoder will.
  @discardableResult
  mutating func scroll(_ scroll: RowScroll, masking: [CellRect] = []) -> Bool {
    output.removeAll(keepingCapacity: true)
    let isMoved = encoder.scroll(scroll, masking: masking, into: &output)
    terminal.feed(output)
    return isMoved
  }

  /// The first cell in which the terminal is not what the encoder believes.
  func firstWrongBelief() -> String? {
    for row in 0..<terminal.rows {
      for column in 0..<terminal.columns {
        guard let believed = encoder.shownCell(column: column, row: row) else { continue }
        let shown = terminal[column, row]
        if !shown.shows(believed) {
          return "\(column),\(row): shows \(shown), believed \(believed)"
        }
      }
    }
    return nil
  }

  /// The first full block whose background would show at the edges of its cell, in many fonts.
  func firstSeam() -> String? {
    for row in 0..<terminal.rows {
      for column in 0..<terminal.columns {
        let cell = terminal[column, row]
        if cell.glyph == Glyph.full.rawValue,
          squaredDistance(cell.foreground, cell.background) > encoder.seam
        {
          return "\(column),\(row): seams around \(cell)"
        }
      }
    }
    return nil
  }

  /// The first cell in which the terminal is not what a surface asks for, in this depth.
  func firstDifference(
    from surface: Surface, where isCompared: (Int, Int) -> Bool = { _, _ in true }
  )
    -> String?
  {
    for row in 0..<terminal.rows {
      for column in 0..<terminal.columns where isCompared(column, row) {
        let shown = terminal[column, row]
        let wanted = surface[column, row]
        if !shown.shows(wanted) {
          return "\(column),\(row): shows \(shown), wanted \(wanted)"
        }
      }
    }
    return nil
  }
}
