import Models

/// A grid of cells, row by row from the top: the target content of the screen.
///
/// Frames, text over them and darkened parts are all composed here, and one encoder sends them. Its
/// storage is kept between frames: drawing allocates nothing.
package struct Surface: Sendable {
  package private(set) var size: CellSize

  /// The form in which frames are drawn from now on.
  package var frameForm = FrameForm.glyphs(.half)

  /// The colour of uncovered areas and behind text.
  package var ground = Color.black

  /// Whether text is drawn with ASCII in place of typographic characters, for terminals that lack
  /// them.
  package var isPlain = false

  /// Row-major.
  var cells: [Cell]

  /// The frames drawn as images, later ones on top. Cells drawn after them cover them.
  package internal(set) var images: [SurfaceImage] = []

  /// The frame that will be shown next, if known.
  var next: NextFrame?

  /// All cells are spaces in the ground's colour.
  package init(size: CellSize, ground: Color = .black, isPlain: Bool = false) {
    self.size = CellSize(columns: max(size.columns, 0), rows: max(size.rows, 0))
    self.ground = ground
    self.isPlain = isPlain
    cells = []
    cells = Array(repeating: blank, count: self.size.columns * self.size.rows)
  }

  package var bounds: CellRect {
    CellRect(column: 0, row: 0, columns: size.columns, rows: size.rows)
  }

  /// A space in the ground's colour.
  package var blank: Cell { Cell(glyph: .space, foreground: ground, background: ground) }

  /// Changes the size. Nothing is kept: every cell becomes a space in the ground's colour.
  package mutating func resize(to size: CellSize) {
    if size == self.size { return clear() }
    let form = frameForm
    self = Surface(size: size, ground: ground, isPlain: isPlain)
    frameForm = form
  }

  /// The cell at a position. Outside the surface, reads return black spaces and writes do nothing.
  package subscript(column: Int, row: Int) -> Cell {
    get {
      contains(column, row) ? cells[row * size.columns + column] : .blank
    }
    set {
      if contains(column, row) { cells[row * size.columns + column] = newValue }
    }
  }

  package mutating func fill(_ rect: CellRect, with cell: Cell) {
    let area = rect.intersection(bounds)
    for row in area.row..<(area.row + area.rows) {
      let start = row * size.columns + area.column
      for index in start..<(start + area.columns) { cells[index] = cell }
    }
  }

  /// Copies whole rows of another surface, including images; cells it lacks stay unchanged.
  ///
  /// - Parameters:
  ///   - rows: Which of its rows; those beyond it are ignored.
  ///   - other: The other surface.
  ///   - row: The target of the first row; those beyond this surface are ignored.
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

  /// Makes every cell a space in the ground's colour.
  package mutating func clear() {
    fill(bounds, with: blank)
    images.removeAll()
    next = nil
  }

  /// Multiplies both colours of each cell in a rectangle, from 0 (black) to 1 (unchanged). The
  /// glyphs stay.
  package mutating func darken(_ rect: CellRect, to factor: Double) {
    let scale = UInt64(min(max(factor, 0), 1) * 256)
    recolor(rect) { $0.scaled(by: scale) }
  }

  /// Blends a colour over each cell in a rectangle, from 0 (transparent) to 1 (opaque). The glyphs
  /// stay.
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
  /// Copies all cells of another surface, except images, to a position; cells outside this one are
  /// clipped. Copying allocates nothing.
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
  /// Writes a line of text, one cell per character and two for a wide one.
  ///
  /// A cell holds one scalar; see `CleanText.shownScalars`. The line ends at the first character
  /// that does not fit.
  ///
  /// - Parameters:
  ///   - text: What to write.
  ///   - column: The first column; cells outside the surface are clipped.
  ///   - row: The row.
  ///   - maxColumns: The maximum width in columns.
  ///   - foreground: The colour of the glyphs.
  ///   - background: `nil` keeps each cell's mean colour behind the text.
  ///   - attributes: The text attributes, as far as the terminal supports them.
  /// - Returns: The columns used.
  @discardableResult
  package mutating func drawText(
    _ text: CleanText, column: Int, row: Int, maxColumns: Int, foreground: Color = .white,
    background: Color? = nil, attributes: GlyphAttributes = []
  ) -> Int {
    var used = 0
    let text = isPlain ? text.plain : text
    for scalar in text.shownScalars {
      let glyph = Glyph(scalar)
      let width = glyph.columns
      guard used + width <= maxColumns else { break }
      // A space looks the same, and blocks belong to frames.
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
  /// Draws a frame centred in a rectangle, in the characters of `frameForm`; the rest takes the
  /// ground's colour.
  ///
  /// A frame larger than the rectangle is scaled down by nearest neighbour with its aspect ratio
  /// kept: for frames that arrive before their producer learns of a resize.
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

  /// Fills the area between an inner and an outer rectangle with the ground's colour.
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
  /// The average colour of the cell; for text, its background.
  package var mean: Color {
    glyph == .shade ? foreground : mosaic?.mean ?? background
  }
}
