import Models

/// What a terminal with sixel graphics shows, and what to draw to make it show something else.
///
/// Text over an image erases the cells below it, so only visible parts are drawn, and redrawn where
/// text was removed.
package struct SixelScreen {
  /// A piece of an image to draw.
  package struct Piece: Equatable {
    package var imageIndex: Int
    package var cells: CellRect
    /// Whether an image was drawn into the same cells before, and is still there.
    package var isShown: Bool
  }

  private struct Drawn {
    let image: SurfaceImage
    let cell: PixelSize
    let cells: CellRect
  }

  private var drawn: [Drawn] = []

  /// The longest side of a piece in pixels: xterm's default limit (`maxGraphicSize`).
  package static let longestSide = 1000

  package init() {}

  package var isEmpty: Bool { drawn.isEmpty }

  /// Forgets everything, because the screen was erased.
  package mutating func forget() {
    drawn.removeAll()
  }

  /// Appends the pieces to draw so that the screen shows the images of a surface.
  ///
  /// - Parameters:
  ///   - surface: The target screen.
  ///   - parts: For each of its images the cells where it is visible.
  ///   - reduction: How many of an image's pixels look the same, across and down.
  ///   - pieces: Where the pieces go.
  package mutating func show(
    _ surface: Surface, parts: [[CellRect]], reduction: Int, into pieces: inout [Piece]
  ) {
    var next: [Drawn] = []
    for (index, image) in surface.images.enumerated() {
      let cell = ImageReader(image, reduction: reduction).cell
      for part in parts[index] {
        for cells in Self.pieces(of: part, cell: image.cell) {
          let old = drawn.first { $0.cells == cells && $0.cell == cell }
          next.append(Drawn(image: image, cell: cell, cells: cells))
          if let old, old.image.isDrawn(like: image) { continue }
          pieces.append(Piece(imageIndex: index, cells: cells, isShown: old != nil))
        }
      }
    }
    drawn = next
  }

  /// Cuts a rectangle into pieces that are not too long.
  package static func pieces(of rect: CellRect, cell: PixelSize) -> [CellRect] {
    let columns = max(longestSide / cell.width, 1)
    let rows = max(longestSide / cell.height, 1)
    return stride(from: 0, to: rect.rows, by: rows).flatMap { row in
      stride(from: 0, to: rect.columns, by: columns).map { column in
        CellRect(
          column: rect.column + column, row: rect.row + row,
          columns: min(columns, rect.columns - column), rows: min(rows, rect.rows - row))
      }
    }
  }
}

extension SurfaceImage {
  /// Whether it looks the same in the same place.
  fileprivate func isDrawn(like other: SurfaceImage) -> Bool {
    frame === other.frame && canvas == other.canvas && left == other.left && top == other.top
      && shown == other.shown
  }
}
