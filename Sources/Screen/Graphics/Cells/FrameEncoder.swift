import Models

/// Turns surfaces into the bytes that make a terminal show them, as few as a given error allows.
///
/// It tracks what the terminal shows, including its inaccuracies, and sends a cell when its error,
/// weighted by age, outweighs its bytes. So errors neither accumulate nor persist, and a static
/// frame becomes exact and then costs nothing.
///
/// Storage is allocated per size, never per frame.
package struct FrameEncoder {
  package private(set) var size: CellSize
  package private(set) var depth: ColorDepth

  /// The price of a byte: the squared levels of error (mean of the channels, summed over the two
  /// halves of a cell) that may remain to save it. 0 makes every frame exact; 1 is invisible to the
  /// eye, 4 barely visible.
  package var lambda: Double = 0

  /// The value of `lambda` that the last byte limits required; decreases when there is room.
  package private(set) var limitedLambda: Double = 0

  /// Whether the last frame left every unmasked cell equal to the surface. If not, encoding the
  /// same surface again brings it closer.
  package internal(set) var isExact = false

  /// Whether the frame is moving across the screen. A known cell with an unchanged target keeps its
  /// error and does not age: it is about to be elsewhere, or gone.
  package var isMoving = false

  /// The glyph set for frames. Cells of a surface in a finer set are converted.
  package var glyphs = GlyphSet.half

  /// Whether the terminal's blocks are known to leave gaps at the edges of cells
  /// (docs/decisions/cells-seams.md). Then halves are drawn as lower ones only.
  package var blocksHaveGaps = false

  /// How much the colour behind a full block may differ, as a squared distance: up to 24 levels in
  /// all channels, or half of that where it is known to be seen.
  var seam: Int {
    let levels = blocksHaveGaps ? 12 : 24
    return levels * levels * squaredLevel
  }

  /// Whether the terminal shows UTF-8. If not, only ASCII is sent.
  package var hasUnicode = true

  /// The text attributes of the terminal; others are left out.
  package var attributes = GlyphAttributes.all

  /// Whether the terminal has colours, when frames use two; if not, reverse video swaps its own
  /// two.
  package var hasColors = true

  /// Whether the terminal's default background is light, if it has no colours.
  package var isGroundLight = false

  /// How much more a byte is worth with two pixels across: then all sets take about the same bytes
  /// (docs/decisions/cells-glyphs.md).
  private static let mosaicFactor = 1.25

  var shown: [ShownCell] = []
  private var snapshot: [ShownCell] = []
  /// The last limit.
  private var lastLimit = Int.max
  var isMasked: [Bool] = []
  /// The first row's offset in the pattern that dithers to few colours.
  private(set) var ditherRow = 0
  /// The frame in few colours.
  var paletteCells: [PaletteCell] = []
  /// Which palette colours stand for others, with 256 or 16 colours.
  private(set) var palette: PaletteTable?
  private var hasMasks = false
  private var buffer: [UInt8] = []
  private var steps: [BlendStep] = []
  private var colors: [UInt32] = []
  var pen = Pen()
  /// Where the next frame starts: where the limit cut off the last one.
  private var firstRow = 0

  /// The terminal's state is unknown at first.
  package init(size: CellSize, depth: ColorDepth) {
    self.depth = depth
    self.size = CellSize(columns: 0, rows: 0)
    makePalette()
    resize(to: size)
  }

  /// Changes the size and invalidates screen, pen and cursor.
  package mutating func resize(to size: CellSize) {
    self.size = CellSize(columns: max(size.columns, 0), rows: max(size.rows, 0))
    let count = self.size.columns * self.size.rows
    shown = Array(repeating: .unknownCell, count: count)
    snapshot = shown
    isMasked = Array(repeating: false, count: count)
    hasMasks = false
    buffer = Array(repeating: 0, count: count * ByteWriter.longestCell + ByteWriter.spare)
    steps = Array(repeating: BlendStep(column: 0, row: 0, choice: [], mask: .empty), count: count)
    colors = Array(repeating: 0, count: count * 2)
    firstRow = 0
    isExact = false
    forgetPen()
  }

  /// Changes the colour depth; everything is sent again.
  package mutating func setDepth(_ depth: ColorDepth) {
    self.depth = depth
    makePalette()
    invalidate()
    forgetPen()
  }

  private mutating func makePalette() {
    palette =
      switch depth {
      case .palette256: PaletteTable(Palette.colors, .fixed256)
      case .palette16: PaletteTable(Palette.basic, .basic16)
      case .trueColor, .palette8, .mono: nil
      }
  }

  /// Invalidates the whole screen: everything is sent again.
  package mutating func invalidate() {
    invalidate(CellRect(column: 0, row: 0, columns: size.columns, rows: size.rows))
  }

  /// Invalidates a rectangle, and the halves of wide glyphs that extend beyond it.
  package mutating func invalidate(_ rect: CellRect) {
    let area = visible(rect)
    guard !area.isEmpty else { return }
    for row in area.row..<(area.row + area.rows) {
      let start = row * size.columns
      var first = start + area.column
      var last = first + area.columns - 1
      if first > start, shown[first].glyph == Glyph.continuation.rawValue { first -= 1 }
      if last + 1 < start + size.columns, shown[last + 1].glyph == Glyph.continuation.rawValue {
        last += 1
      }
      for index in first...last { shown[index] = .unknownCell }
    }
  }

  /// Invalidates pen and cursor, because something else wrote to the terminal.
  package mutating func forgetPen() {
    pen = Pen()
  }

  /// Assumes that the cursor is at the start of the first row, with default colours and an unknown
  /// row.
  ///
  /// - Parameter row: Its row in the frame.
  mutating func beginLine(_ row: Int) {
    ditherRow = row
    invalidate()
    pen = Pen()
    pen.needsReset = false
    pen.row = 0
  }

  /// Moves known content within rows; the rows that scroll in are unknown.
  ///
  /// - Returns: Whether anything known was moved. If not, nothing changed.
  mutating func moveKnown(_ rows: Range<Int>, up: Bool, by distance: Int) -> Bool {
    let columns = size.columns
    let staying = rows.count - distance
    let low = rows.lowerBound * columns
    let shift = distance * columns
    let source = up ? low + shift : low
    let isWorthIt = shown[source..<(source + staying * columns)].contains {
      $0.glyph != ShownCell.unknown
    }
    guard isWorthIt else { return false }
    let count = staying * columns
    if up {
      for index in low..<(low + count) { shown[index] = shown[index + shift] }
    } else {
      for index in (low..<(low + count)).reversed() { shown[index + shift] = shown[index] }
    }
    let entering = up ? low + count : low
    for index in entering..<(entering + shift) { shown[index] = .unknownCell }
    isExact = false
    return true
  }

  /// What the terminal shows in a cell as far as known, in displayable colours; `nil` if unknown,
  /// or if there is no such cell.
  package func shownCell(column: Int, row: Int) -> Cell? {
    guard column >= 0, row >= 0, column < size.columns, row < size.rows else { return nil }
    let cell = shown[row * size.columns + column]
    guard cell.glyph != ShownCell.unknown else { return nil }
    let first = Color(rawValue: color(of: cell.first))
    let second = Color(rawValue: color(of: cell.second))
    let glyph =
      cell.mask.map(\.glyph)
      ?? Glyph(rawValue: cell.shadeStep.map(BrightnessRamp.character) ?? cell.glyph)
    return Cell(glyph: glyph, foreground: first, background: second)
  }

  /// Appends the bytes that bring the terminal closer to a surface.
  ///
  /// Only cursor moves (CUP, CUF), colours (SGR) and glyphs are written; cursor and colours stay as
  /// the last cell left them. The surface should have the encoder's size; missing cells are black.
  ///
  /// - Parameters:
  ///   - surface: The target screen.
  ///   - masking: Cells that something else owns. They are not touched, and unknown afterwards.
  ///   - byteLimit: The most bytes to append; ignored with few colours. If `lambda` is too low for
  ///     it, a higher one is found. As a last resort the frame is cut off and the next one
  ///     continues there.
  ///   - output: Where the bytes go. Its capacity is kept.
  /// - Returns: The number of bytes appended.
  package mutating func encode(
    _ surface: Surface, masking: [CellRect], byteLimit: Int?, into output: inout [UInt8]
  ) -> Int {
    guard surface.size == size else {
      var fitted = Surface(size: size)
      fitted.copy(surface, column: 0, row: 0)
      return encode(fitted, masking: masking, byteLimit: byteLimit, into: &output)
    }
    mask(masking)
    if depth.isFew { return encodePalette(surface, into: &output) }
    let limit = byteLimit ?? .max
    // A value found under a limit of another order says nothing.
    if limit / Self.sameOrder > lastLimit { limitedLambda = lambda }
    lastLimit = limit
    if byteLimit == nil { limitedLambda = lambda }
    let count =
      byteLimit.map { encode(surface, limit: max($0, 0)) }
      ?? run(surface, lambda: lambda, limit: .max)
    buffer.withUnsafeBufferPointer { output.append(contentsOf: $0.prefix(count)) }
    return count
  }

  /// Encodes with the smallest of several lambdas that keeps a limit.
  private mutating func encode(_ surface: Surface, limit: Int) -> Int {
    limitedLambda = max(limitedLambda, lambda)
    snapshot.withUnsafeMutableBufferPointer { _ = $0.update(fromContentsOf: shown) }
    let (oldPen, oldFirstRow) = (pen, firstRow)
    var count = run(surface, lambda: limitedLambda, limit: .max)
    if count <= limit {
      if count < limit - limit / 10 {
        let load = Double(count) / Double(limit)
        limitedLambda = max(limitedLambda * max(load, Self.relaxation) - 0.01, lambda)
      }
      return count
    }
    // Possibly a completely different frame: the age of the old frame's errors does not matter
    // there.
    if count > 2 * limit { forgetAges() }
    var tooLow = limitedLambda
    var enough: Double?
    for _ in 0..<Self.attempts {
      if let enough {
        limitedLambda = (tooLow * enough).squareRoot()
      } else {
        // Bytes fall roughly with the 0.4th power of lambda, faster where it is high.
        let excess = min(Double(count) / Double(max(limit, 1)), 8)
        limitedLambda = min(max(limitedLambda, 0.25) * 1.1 * excess * excess, Self.highestLambda)
      }
      restore(oldPen, oldFirstRow)
      count = run(surface, lambda: limitedLambda, limit: .max)
      if count <= limit, count >= limit - limit / 6 { return count }
      if count <= limit {
        enough = limitedLambda
      } else {
        tooLow = limitedLambda
      }
    }
    if count <= limit { return count }
    restore(oldPen, oldFirstRow)
    limitedLambda = enough ?? limitedLambda
    return run(surface, lambda: limitedLambda, limit: limit)
  }

  /// Restores the state before the frame.
  private mutating func restore(_ oldPen: Pen, _ oldFirstRow: Int) {
    shown.withUnsafeMutableBufferPointer { _ = $0.update(fromContentsOf: snapshot) }
    (pen, firstRow) = (oldPen, oldFirstRow)
  }

  /// How often a frame is re-encoded to find a lambda.
  private static let attempts = 4
  /// How much a limit may grow without a search for lambda from the start.
  private static let sameOrder = 2
  /// The maximum decrease of lambda per frame, to avoid oscillation.
  private static let relaxation = 0.25
  /// Beyond this a frame is only flat patches; it also keeps the arithmetic in range.
  private static let highestLambda = 1000.0

  private mutating func forgetAges() {
    for index in snapshot.indices where shown[index].stillness == 0 { snapshot[index].age = 0 }
  }

  private mutating func run(_ surface: Surface, lambda: Double, limit: Int) -> Int {
    guard let matcher = palette?.matcher else {
      guard let next = surface.next else {
        return run(surface, TrueColorCoding(), lambda: lambda, limit: limit)
      }
      return next.pixels.withPixels { pixels in
        let halves = pixels.baseAddress.map { NextHalves($0, next.placement) }
        return run(surface, TrueColorCoding(), next: halves, lambda: lambda, limit: limit)
      }
    }
    let isStriped = blocksHaveGaps
    return depth == .palette256
      ? run(
        surface, Palette256Coding(matcher: matcher, isStriped: isStriped), lambda: lambda,
        limit: limit)
      : run(
        surface, Palette16Coding(matcher: matcher, isStriped: isStriped), lambda: lambda,
        limit: limit)
  }

  private mutating func run<Coding: ColorCoding>(
    _ surface: Surface, _ coding: Coding, next: NextHalves? = nil, lambda: Double, limit: Int
  ) -> Int {
    // At a price of 1, no cell of up to 95 bytes costs more than the smallest error: exact.
    let scale = Double(squaredLevel * ShownCell.unitWeight)
    let lambda = lambda * Coding.leniency * (glyphs.raster.width > 1 ? Self.mosaicFactor : 1)
    let price = max(Int(min(max(lambda, 0), Self.highestLambda) * scale), 1)
    let (size, firstRow, pen) = (self.size, self.firstRow, self.pen)
    let glyphs = hasUnicode || !glyphs.hasBlocks ? glyphs : .space
    let hasUnicode = hasUnicode
    let (isMoving, blocksHaveGaps, seam) = (isMoving, blocksHaveGaps, seam)
    let hiddenAttributes = GlyphAttributes.all.subtracting(attributes)
    // The pointers stay within these closures. `buffer` has room for the longest form of every
    // cell.
    let pass = surface.cells.withUnsafeBufferPointer { cells in
      shown.withUnsafeMutableBufferPointer { shown in
        isMasked.withUnsafeBufferPointer { isMasked in
          steps.withUnsafeMutableBufferPointer { steps in
            colors.withUnsafeMutableBufferPointer { colors in
              ByteWriter.decimalTable.withUnsafeBufferPointer { decimals in
                buffer.withUnsafeMutableBytes { buffer -> EncodingPass<Coding>? in
                  guard let cells = cells.baseAddress, let shown = shown.baseAddress,
                    let isMasked = isMasked.baseAddress, let decimals = decimals.baseAddress,
                    let steps = steps.baseAddress, let colors = colors.baseAddress,
                    let base = buffer.baseAddress, size.columns > 0, size.rows > 0
                  else { return nil }
                  var pass = EncodingPass(
                    coding: coding, size: size, glyphs: glyphs, hasUnicode: hasUnicode,
                    blocksHaveGaps: blocksHaveGaps, seam: seam, isMoving: isMoving,
                    hiddenAttributes: hiddenAttributes, price: price,
                    limit: limit, cells: cells, next: next, shown: shown,
                    isMasked: isMasked,
                    writer: ByteWriter(base: base, decimals: decimals), pen: pen,
                    plans: BlendPlan(steps: steps, colors: colors))
                  pass.run(from: firstRow)
                  return pass
                }
              }
            }
          }
        }
      }
    }
    guard let pass else {
      isExact = true
      return 0
    }
    self.pen = pass.pen
    self.firstRow = pass.stoppedRow ?? 0
    isExact = pass.inexactCount == 0 && pass.stoppedRow == nil
    return pass.writer.count
  }

  private mutating func mask(_ rects: [CellRect]) {
    if hasMasks {
      for index in isMasked.indices { isMasked[index] = false }
    }
    hasMasks = !rects.isEmpty
    for rect in rects {
      invalidate(rect)
      let area = visible(rect)
      for row in area.row..<(area.row + area.rows) {
        let start = row * size.columns + area.column
        for index in start..<(start + area.columns) { isMasked[index] = true }
      }
    }
  }

  private func visible(_ rect: CellRect) -> CellRect {
    rect.intersection(CellRect(column: 0, row: 0, columns: size.columns, rows: size.rows))
  }

  private func color(of code: UInt32) -> UInt32 {
    palette?.matcher.color(of: code) ?? (depth == .trueColor ? code : Palette.colors[Int(code)])
  }
}
