import Models

/// Encodes one frame, for one colour coding.
///
/// For each differing cell it weighs the error left on screen against the bytes sent: greedy
/// Lagrangian rate-distortion optimisation, with conditional replenishment as one of the choices.
struct EncodingPass<Coding: ColorCoding> {
  let coding: Coding
  let size: CellSize
  /// The glyph set of frames, which decides what else may be written.
  let glyphs: GlyphSet
  /// Whether non-ASCII characters may be written.
  let hasUnicode: Bool
  /// Whether blocks leave gaps at the edges of cells.
  let blocksHaveGaps: Bool
  /// The greatest squared distance at which one colour is invisible at the edges of the other.
  let seam: Int
  /// Whether known cells with an unchanged target are skipped.
  let isMoving: Bool
  /// Attributes that text is never shown with.
  let hiddenAttributes: GlyphAttributes
  /// The price of a byte in units of squared distance times weight.
  let price: Int
  /// The byte limit; the pass stops before a cell that would exceed it.
  let limit: Int

  // These point into arrays of the encoder. `FrameEncoder` keeps them alive and has exclusive
  // access during the pass; each has `size.columns * size.rows` elements.
  let cells: UnsafePointer<Cell>
  /// The next frame; `nil` without one.
  var next: NextHalves?
  let shown: UnsafeMutablePointer<ShownCell>
  let isMasked: UnsafePointer<Bool>

  var writer: ByteWriter
  /// The terminal's pen after what was written; its colours are in `plans` while that has steps.
  var pen: Pen
  var plans: BlendPlan

  /// Cells that differ from the surface.
  var inexactCount = 0

  /// The row in which the limit was reached.
  var stoppedRow: Int?

  /// The error of unknown content: larger than any real error, so that it is always replaced.
  let infinite = 1 << 22

  /// Encodes all rows, starting with a given one.
  mutating func run(from firstRow: Int) {
    for offset in 0..<size.rows {
      let row = firstRow &+ offset
      encodeAnyRow(row < size.rows ? row : row &- size.rows)
      if stoppedRow != nil { return }
    }
    settle()
  }

  private mutating func encodeAnyRow(_ row: Int) {
    next?.enter(row: row)
    switch glyphs {
    case .half: encodeRow(row)
    case .quadrant, .sextant, .octant: encodeMosaicRow(row)
    case .space, .ascii: encodePlainRow(row)
    }
  }

  private mutating func encodeRow(_ row: Int) {
    let start = row &* size.columns
    var column = 0
    while column < size.columns {
      let index = start &+ column
      if isMasked[index] {
        column &+= 1
        continue
      }
      let cell = cells[index]
      let top: UInt32
      let bottom: UInt32
      if let halves = cell.halves {
        (top, bottom) = (halves.top.rawValue, halves.bottom.rawValue)
      } else {
        let columns = textColumns(of: cell.glyph, column: column, index: index)
        if columns > 0 {
          settle()
          if stoppedRow != nil { return }
          encodeText(cell, columns: columns, column: column, row: row, index: index)
          if stoppedRow != nil { return }
          column &+= columns
          continue
        }
        top = cell.background.rawValue
        bottom = top
      }
      if Coding.isBlended {
        encodeBlended(top: top, bottom: bottom, column: column, row: row, index: index)
      } else {
        encodeHalves(top: top, bottom: bottom, column: column, row: row, index: index)
        if stoppedRow != nil { return }
      }
      column &+= 1
    }
  }

  // MARK: Writing

  /// Bytes needed to move the cursor to a cell.
  @inline(__always)
  func moveLength(toColumn column: Int, row: Int) -> Int {
    if pen.row == row {
      let gap = column &- pen.column
      if gap == 0 { return 0 }
      if gap > 0 { return gap == 1 ? 3 : 3 &+ digits(gap) }
    }
    return column == 0 ? 3 &+ digits(row &+ 1) : 4 &+ digits(row &+ 1) &+ digits(column &+ 1)
  }

  @inline(__always)
  private func digits(_ value: Int) -> Int {
    if value < 10 { return 1 }
    if value < 100 { return 2 }
    return value < 1000 ? 3 : 4
  }

  /// Writes a cell: moves the cursor, sets the given colours, writes the glyph.
  ///
  /// - Returns: Whether it was within the limit; if not, nothing was written.
  @inline(__always)
  mutating func write(
    glyph: UInt32, columns: Int, foreground: UInt32?, background: UInt32?, column: Int, row: Int
  ) -> Bool {
    let (oldPen, oldCount) = (pen, writer.count)
    move(toColumn: column, row: row)
    let attributes = glyph & GlyphAttributes.all.rawValue
    let setsAttributes = attributes != pen.attributes
    if foreground != nil || background != nil || setsAttributes {
      writer.beginSequence()
      if pen.needsReset {
        // "0;"
        writer.append(0x3B30, length: 2)
        pen.needsReset = false
      }
      if setsAttributes {
        setAttributes(attributes)
        if foreground != nil || background != nil { writer.append(0x3B) }
      }
      if let foreground {
        coding.write(foreground, isForeground: true, to: &writer)
        pen.foreground = foreground
        if background != nil { writer.append(0x3B) }
      }
      if let background {
        coding.write(background, isForeground: false, to: &writer)
        pen.background = background
      }
      writer.append(0x6D)
    }
    writer.appendScalar(glyph & ~GlyphAttributes.all.rawValue)
    pen.column = column &+ columns
    // In the last column the cursor stays, and terminals differ in when it wraps. A wide glyph may
    // be narrow in the terminal's own tables.
    if pen.column >= size.columns || columns > 1 { pen.row = -1 }
    if writer.count > limit {
      pen = oldPen
      writer.count = oldCount
      stoppedRow = row
      return false
    }
    let index = row &* size.columns &+ column
    if columns > 1 || shown[index].glyph != ShownCell.halves {
      forgetHalves(around: index, columns: columns, column: column)
    }
    return true
  }

  /// Writes the SGR parameters that change the pen's attributes: 1 and 3 for bold and italic, 22
  /// and 23 for neither.
  @inline(never)
  private mutating func setAttributes(_ attributes: UInt32) {
    let changed = attributes ^ pen.attributes
    for (bit, code) in [(GlyphAttributes.bold.rawValue, 1), (GlyphAttributes.italic.rawValue, 3)]
    where changed & bit != 0 {
      // Bold comes first, so that only italic can follow something.
      if code == 3, changed & GlyphAttributes.bold.rawValue != 0 { writer.append(0x3B) }
      writer.appendDecimal(attributes & bit != 0 ? code : 20 &+ (code == 1 ? 2 : 3))
    }
    pen.attributes = attributes
  }

  /// Moves the cursor by CUF within a row, otherwise by CUP.
  private mutating func move(toColumn column: Int, row: Int) {
    if pen.row == row {
      let gap = column &- pen.column
      if gap == 0 { return }
      if gap > 0 {
        writer.beginSequence()
        if gap > 1 { writer.appendDecimal(gap) }
        writer.append(0x43)
        pen.column = column
        return
      }
    }
    writer.beginSequence()
    writer.appendDecimal(row + 1)
    if column > 0 {
      writer.append(0x3B)
      writer.appendDecimal(column + 1)
    }
    writer.append(0x48)
    pen.column = column
    pen.row = row
  }

  /// Invalidates the other halves of wide glyphs that writing to a cell destroys.
  @inline(never)
  private func forgetHalves(around index: Int, columns: Int, column: Int) {
    let continuation = Glyph.continuation.rawValue
    if column > 0, shown[index].glyph == continuation {
      shown[index &- 1].glyph = ShownCell.unknown
    }
    if column &+ columns < size.columns, shown[index &+ columns].glyph == continuation {
      shown[index &+ columns].glyph = ShownCell.unknown
    }
  }

  /// Whether a differing cell is skipped because it is only moving.
  ///
  /// - Parameter isKnown: Whether it shows something of the right kind.
  @inline(__always)
  mutating func keeps(_ index: Int, isKnown: Bool) -> Bool {
    guard isMoving, isKnown, shown[index].stillness > 0 else { return false }
    inexactCount &+= 1
    return true
  }

  /// The error of a code, which may be the best one; see `ColorCoding.excess`.
  @inline(__always)
  func excess(_ code: UInt32, _ best: UInt32, _ target: UInt32) -> Int {
    code == best ? 0 : coding.excess(of: code, over: best, target: target)
  }

  /// Skips a cell.
  @inline(__always)
  mutating func skip(_ index: Int) {
    inexactCount &+= 1
    if shown[index].age < .max { shown[index].age &+= 1 }
  }
}
