import Models

/// The position of a frame's pixels on a surface with this many pixels per cell.
struct FramePlacement {
  let frame: PixelSize
  /// How many pixels a cell shows, across and down.
  let raster: PixelSize
  /// The frame's origin and size on the surface, in pixels of cells.
  let left: Int
  let top: Int
  let width: Int
  let height: Int

  /// Centres a frame in a rectangle, scaled down to fit with its aspect ratio kept.
  init(frame: PixelSize, in rect: CellRect, raster: PixelSize) {
    self.frame = frame
    self.raster = raster
    let available = PixelSize(
      width: rect.columns * raster.width, height: rect.rows * raster.height)
    let shown = frame.fitted(into: available)
    (width, height) = (shown.width, shown.height)
    left =
      rect.column * raster.width
      + Self.margin(available.width - width, beside: width, cell: raster.width)
    top =
      rect.row * raster.height
      + Self.margin(available.height - height, beside: height, cell: raster.height)
  }

  /// The room before a frame, in pixels: half of all, or as many whole cells, so that a frame of
  /// whole cells has no edge within one (docs/decisions/cells-seams.md).
  private static func margin(_ room: Int, beside length: Int, cell: Int) -> Int {
    let half = room / 2
    return length % max(cell, 1) == 0 ? half - half % max(cell, 1) : half
  }

  var isUnscaled: Bool { width == frame.width && height == frame.height }

  /// The cells the frame touches.
  var cells: CellRect {
    let columns = Self.cells(left, width, raster.width)
    let rows = Self.cells(top, height, raster.height)
    return CellRect(
      column: columns.lowerBound, row: rows.lowerBound, columns: columns.count, rows: rows.count)
  }

  private static func cells(_ start: Int, _ length: Int, _ pixelsPerCell: Int) -> Range<Int> {
    /// Also rounds down before the surface's edge.
    func cell(_ pixel: Int) -> Int {
      pixel >= 0 ? pixel / pixelsPerCell : -((pixelsPerCell - 1 - pixel) / pixelsPerCell)
    }
    return cell(start)..<(cell(start + length - 1) + 1)
  }

  /// The index of the first pixel of the frame's row shown in a row of the surface's pixels.
  func sourceRow(for row: Int) -> Int? {
    let y = row - top
    guard y >= 0, y < height else { return nil }
    return y * frame.height / height * frame.width
  }
}

extension CellRect {
  /// The cells that a frame touches when centred in a rectangle, scaled down to fit with its aspect
  /// ratio kept.
  package init(ofFrame frame: PixelSize, in rect: CellRect, raster: PixelSize) {
    self = FramePlacement(frame: frame, in: rect, raster: raster).cells
  }
}

extension PixelSize {
  /// The size scaled down to fit with its aspect ratio kept, at least 1 x 1.
  func fitted(into available: PixelSize) -> PixelSize {
    if width <= available.width, height <= available.height { return self }
    return width * available.height >= height * available.width
      ? PixelSize(width: available.width, height: max(height * available.width / width, 1))
      : PixelSize(width: max(width * available.height / height, 1), height: available.height)
  }
}

/// The pixels of a frame in one row of cells.
struct PixelRow {
  private let pixels: UnsafeBufferPointer<UInt32>
  private let placement: FramePlacement
  private let isUnscaled: Bool
  /// The colour beside the frame.
  private let ground: UInt32
  /// The start indices of the frame's rows shown in the cells' rows of pixels; -1 is the ground.
  private let starts: (Int, Int, Int, Int)
  /// The first column of the cells, in pixels of the placed frame.
  private let offset: Int

  /// Creates a row.
  ///
  /// - Parameters:
  ///   - pixels: The frame's; they outlive the row.
  ///   - placement: The position of the frame.
  ///   - ground: The colour beside it.
  ///   - row: The row of cells.
  ///   - column: The first cell.
  init(
    _ pixels: UnsafeBufferPointer<UInt32>, _ placement: FramePlacement, ground: UInt32 = 0,
    row: Int, column: Int
  ) {
    self.pixels = pixels
    self.placement = placement
    self.ground = ground
    isUnscaled = placement.isUnscaled
    func start(_ line: Int) -> Int {
      guard line < placement.raster.height else { return -1 }
      return placement.sourceRow(for: row * placement.raster.height + line) ?? -1
    }
    starts = (start(0), start(1), start(2), start(3))
    offset = column * placement.raster.width - placement.left
  }

  /// The pixels of one line of the cells, for a whole row of cells; `nil` if they are not stored
  /// contiguously.
  func line(_ line: Int, count: Int) -> UnsafeBufferPointer<UInt32>? {
    let start = start(of: line)
    guard isUnscaled, start >= 0, offset >= 0, offset + count <= placement.width else {
      return nil
    }
    return UnsafeBufferPointer(rebasing: pixels[(start + offset)..<(start + offset + count)])
  }

  /// A pixel of the cells: the ground beside the frame, and the nearest pixel of a scaled frame.
  ///
  /// - Parameters:
  ///   - column: Counted from the left edge of the first cell.
  ///   - line: 0 to 3 from the cells' upper edge.
  @inline(__always)
  func pixel(_ column: Int, _ line: Int) -> UInt32 {
    let start = start(of: line)
    let x = column &+ offset
    guard start >= 0, x >= 0, x < placement.width else { return ground }
    return pixels[start &+ (isUnscaled ? x : x &* placement.frame.width / placement.width)]
  }

  /// The left and the right pixels of four cells, each two pixels wide.
  ///
  /// - Parameters:
  ///   - cell: The first cell.
  ///   - line: 0 to 3 from the cells' upper edge.
  @inline(__always)
  func pairs(_ cell: Int, _ line: Int) -> (left: SIMD4<UInt32>, right: SIMD4<UInt32>) {
    let column = cell &* 2
    let (start, x) = (start(of: line), column &+ offset)
    if isUnscaled, start >= 0, x >= 0, x &+ 8 <= placement.width, let base = pixels.baseAddress {
      // The frame has these eight pixels.
      let run = UnsafeRawPointer(base + start + x).loadUnaligned(as: SIMD8<UInt32>.self)
      return (run.evenHalf, run.oddHalf)
    }
    var pairs = (left: SIMD4<UInt32>(), right: SIMD4<UInt32>())
    for lane in 0..<4 {
      pairs.left[lane] = pixel(column &+ lane &* 2, line)
      pairs.right[lane] = pixel(column &+ lane &* 2 &+ 1, line)
    }
    return pairs
  }

  @inline(__always)
  private func start(of line: Int) -> Int {
    switch line {
    case 0: starts.0
    case 1: starts.1
    case 2: starts.2
    default: starts.3
    }
  }
}
