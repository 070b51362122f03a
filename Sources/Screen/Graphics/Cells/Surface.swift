import Models

/// A grid of cells, row by row from the top: what should be on the screen.
///
/// Frames, text over them and darkened parts are all composed here, so that one encoder sends
/// them. Its storage is kept between frames: drawing allocates nothing.
package struct Surface: Sendable {
  package private(set) var size: CellSize

  /// How frames are drawn from now on.
  package var frameForm = FrameForm.glyphs(.half)

  /// The colour of what no frame and no text covers, and of what is behind text.
  package var ground = Color.black

  /// Whether text is drawn with ASCII in place of typographic characters, which the terminal lacks.
  package var isPlain = false

  /// The cells, row-major.
  var cells: [Cell]

  /// The frames drawn as images, later ones over earlier ones. Cells drawn after them cover them.
  package internal(set) var images: [SurfaceImage] = []

  /// Creates a surface of spaces of the ground's colour.
  package init(size: CellSize, ground: Color = .black, isPlain: Bool = false) {
    self.size = CellSize(columns: max(size.columns, 0), rows: max(size.rows, 0))
    self.ground = ground
    self.isPlain = isPlain
    cells = []
    cells = Array(repeating: blank, count: self.size.columns * self.size.rows)
  }

  /// All of it.
  package var bounds: CellRect {
    CellRect(column: 0, row: 0, columns: size.columns, rows: size.rows)
  }

  /// A space of the ground's colour.
  package var blank: Cell { Cell(glyph: .space, foreground: ground, background: ground) }

  /// Changes the size. Nothing is kept: every cell becomes a space of the ground's colour.
  package mutating func resize(to size: CellSize) {
    if size == self.size { return clear() }
    let form = frameForm
    self = Surface(size: size, ground: ground, isPlain: isPlain)
    frameForm = form
  }

  /// The cell at a place. Outside the surface there are black spaces, and writing does nothing.
  package subscript(column: Int, row: Int) -> Cell {
    get {
      contains(column, row) ? cells[row * size.columns + column] : .blank
    }
    set {
      if contains(column, row) { cells[row * size.columns + column] = newValue }
    }
  }

  /// Gives each cell of a rectangle the same content.
  package mutating func fill(_ rect: CellRect, with cell: Cell) {
    let area = rect.intersection(bounds)
    for row in area.row..<(area.row + area.rows) {
      let start = row * size.columns + area.column
      for index in start..<(start + area.columns) { cells[index] = cell }
    }
  }

  /// Takes over whole rows of another surface, images included; what it has no cells for stays.
  ///
  /// - Parameters:
  ///   - rows: Which of its rows; those beyond it are left out.
  ///   - other: The other surface.
  ///   - row: Where the first of them goes; those beyond this surface are left out.
  package mutating func copyRows(_ rows: Range<Int>, of other: Surface, to row: Int) {
    let shift = row - rows.lowerBound
    let source = rows.clamped(to: 0..<other.size.rows)
    let low = max(source.lowerBound, -shift)
    let high = min(source.upperBound, size.rows - shift)
    guard low < high else { return }
    let columns = min(size.columns, other.size.columns)
    other.cells.withUnsafeBufferPointer { source in
      cells.withUnsafeMutableBufferPointer { target in
        for line in low..<high {
          let start = (line + shift) * size.columns
          for column in 0..<columns {
            target[start + column] = source[line * other.size.columns + column]
          }
        }
      }
    }
    guard !(images.isEmpty && other.images.isEmpty) else { return }
    let taken = CellRect(column: 0, row: low + shift, columns: columns, rows: high - low)
    images += other.images.compactMap { $0.moved(byRows: shift, within: taken) }
    dropCoveredImages()
  }

  /// Makes every cell a space of the ground's colour.
  package mutating func clear() {
    fill(bounds, with: blank)
    images.removeAll()
  }

  /// Multiplies both colours of each cell in a rectangle, from 0 (black) to 1 (as it was). The
  /// glyphs stay.
  package mutating func darken(_ rect: CellRect, to factor: Double) {
    let scale = UInt64(min(max(factor, 0), 1) * 256)
    recolor(rect) { $0.scaled(by: scale) }
  }

  /// Lets a colour lie over each cell in a rectangle, through which 0 (nothing) to 1 (all) of it shows.
  /// The glyphs stay.
  package mutating func lighten(_ rect: CellRect, to factor: Double, of color: Color) {
    recolor(rect) { color.mixed(with: $0, by: factor) }
  }

  private mutating func recolor(_ rect: CellRect, _ other: (Color) -> Color) {
    let area = rect.intersection(bounds)
    for row in area.row..<(area.row + area.rows) {
      let start = row * size.columns + area.column
      for index in start..<(start + area.columns) {
        if cells[index].glyph == .image { cells[index] = backdrop(of: index) }
        cells[index].foreground = other(cells[index].foreground)
        cells[index].background = other(cells[index].background)
      }
    }
  }

  private func contains(_ column: Int, _ row: Int) -> Bool {
    column >= 0 && row >= 0 && column < size.columns && row < size.rows
  }
}

extension Surface {
  /// Copies all cells of another surface, images excepted, to a place; what lies outside of this one
  /// is left out. Copying allocates nothing.
  package mutating func copy(_ source: Surface, column: Int, row: Int) {
    let area = CellRect(
      column: column, row: row, columns: source.size.columns, rows: source.size.rows
    ).intersection(bounds)
    for line in area.row..<(area.row + area.rows) {
      let from = (line - row) * source.size.columns + area.column - column
      let to = line * size.columns + area.column
      for offset in 0..<area.columns { cells[to + offset] = source.cells[from + offset] }
    }
  }
}

extension Surface {
  /// Writes a line of text, one character a cell and two for a wide one.
  ///
  /// A cell holds one scalar; see `CleanText.shownScalars`. A character that no longer fits ends the
  /// line.
  ///
  /// - Parameters:
  ///   - text: What to write.
  ///   - column: Where the text begins; what lies outside the surface is not drawn.
  ///   - row: The row of all of it.
  ///   - maxColumns: Where the text is cut, in columns from the first.
  ///   - foreground: The colour of the glyphs; white, as text over the frame is.
  ///   - background: `nil` keeps of each cell the mean of what is behind the text.
  ///   - attributes: How the glyphs look, as far as the terminal can.
  /// - Returns: The columns used.
  @discardableResult
  package mutating func drawText(
    _ text: CleanText, column: Int, row: Int, maxColumns: Int, foreground: Color = .white,
    background: Color? = nil, attributes: GlyphAttributes = []
  ) -> Int {
    var used = 0
    let text = isPlain ? text.plain(columns: maxColumns) : text
    for scalar in text.shownScalars {
      let glyph = Glyph(scalar)
      let width = glyph.columns
      guard used + width <= maxColumns else { break }
      // A space looks the same anyhow, and blocks belong to frames.
      let isBlock = MosaicMask(scalar: scalar.value) != nil
      let styled = isBlock ? glyph : Glyph(scalar, attributes)
      for part in [styled, .continuation].prefix(width) {
        let behind = background ?? backdrop(column: column + used, row: row).mean
        self[column + used, row] = Cell(glyph: part, foreground: foreground, background: behind)
        used += 1
      }
    }
    return used
  }
}

extension Surface {
  /// Draws a frame in the middle of a rectangle, made of the characters of `frameForm`; what the
  /// frame leaves of it takes the ground's colour.
  ///
  /// A frame larger than the rectangle is made smaller in its own shape by taking the nearest
  /// pixels: for the frames that arrive until a resize has reached their producer.
  package mutating func drawFrame(_ pixels: PixelBuffer, in rect: CellRect) {
    let area = rect.intersection(bounds)
    guard !area.isEmpty else { return }
    let blitter: Blitter
    switch frameForm {
    case .glyphs(let set): blitter = .of(set)
    case .pixels(let cell): return drawImage(pixels, cell: cell, in: rect)
    }
    guard pixels.size.width > 0, pixels.size.height > 0 else {
      return fill(area, with: blank)
    }
    let placement = FramePlacement(frame: pixels.size, in: rect, raster: blitter.raster)
    let columns = size.columns
    let covered = placement.cells.intersection(area)
    fillAround(covered, in: area)
    guard !covered.isEmpty else { return }
    pixels.withPixels { source in
      cells.withUnsafeMutableBufferPointer { cells in
        for row in covered.row..<(covered.row + covered.rows) {
          let target = UnsafeMutableBufferPointer(
            rebasing: cells[(row * columns + covered.column)...].prefix(covered.columns))
          blitter.blit(
            PixelRow(
              source, placement, ground: ground.rawValue, row: row, column: covered.column), target)
        }
      }
    }
  }

  /// Gives the ground's colour to what an inner rectangle leaves of an outer one.
  mutating func fillAround(_ inner: CellRect, in outer: CellRect) {
    guard !inner.isEmpty else { return fill(outer, with: blank) }
    var above = outer
    above.rows = inner.row - outer.row
    var below = outer
    below.row = inner.row + inner.rows
    below.rows = outer.row + outer.rows - below.row
    var left = inner
    left.column = outer.column
    left.columns = inner.column - outer.column
    var right = inner
    right.column = inner.column + inner.columns
    right.columns = outer.column + outer.columns - right.column
    for side in [above, below, left, right] where !side.isEmpty { fill(side, with: blank) }
  }
}

extension Cell {
  /// The colour of the cell seen from afar; of text only its background counts.
  package var mean: Color {
    glyph == .shade ? foreground : mosaic?.mean ?? background
  }
}
