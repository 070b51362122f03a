import Graphics
import Models

/// The layout of the neighbours' posters, one above the other, each over its title.
package struct PosterColumn: Hashable, Sendable {
  /// A poster and its position.
  package struct Poster: Hashable, Sendable {
    /// The cells of its frame; `nil` if there is none, or no room.
    package var frame: CellRect?
    /// The frame's size there, in pixels.
    package var size: PixelSize?
    package var label: CleanText
    package var labelRow: Int
  }

  package private(set) var previous: Poster?
  package private(set) var next: Poster?

  /// Larger ones would distract from the frame.
  private static let maxColumns = 30
  /// Smaller ones show nothing.
  private static let minRows = 4
  /// The minimum rows for both titles with some room between them.
  private static let minColumnRows = 5

  /// Lays out the column.
  ///
  /// - Parameters:
  ///   - rect: The cells for it.
  ///   - previous: The clip before; `nil` if there is none.
  ///   - next: The clip after.
  ///   - layout: Has the pixels per cell.
  ///   - symbols: Has the arrows.
  package init(
    in rect: CellRect, previous: Scene.Neighbour?, next: Scene.Neighbour?, layout: ScreenLayout,
    symbols: SymbolSet = .unicode
  ) {
    guard rect.rows >= Self.minColumnRows, rect.columns > 0 else { return }
    let columns = min(rect.columns, Self.maxColumns)
    // Each has a row for its title; a third of the height stays free between them.
    let rows = rect.rows / 3 - 1
    func poster(_ neighbour: Scene.Neighbour, _ arrow: String) -> Poster {
      let label = CleanText("\(arrow) \(neighbour.title.string)").fitted(toColumns: columns)
      guard rows >= Self.minRows, let shape = neighbour.frameSize else {
        return Poster(label: label, labelRow: rect.row)
      }
      let raster = layout.raster
      var area = layout.frameArea(.fit)
      let full = area.shape(of: shape)
      area.size = PixelSize(width: columns * raster.width, height: rows * raster.height)
      let size = area.placing(full).size
      let cells = CellRect(
        column: rect.column, row: rect.row, columns: (size.width + raster.width - 1) / raster.width,
        rows: (size.height + raster.height - 1) / raster.height)
      return Poster(frame: cells, size: size, label: label, labelRow: rect.row + cells.rows)
    }
    self.previous = previous.map { poster($0, symbols.hasArrows ? "↑" : "^") }
    self.next = next.map { poster($0, symbols.hasArrows ? "↓" : "v") }
    // The next clip comes from below.
    if let distance = self.next.map({ rect.row + rect.rows - 1 - $0.labelRow }) {
      self.next?.labelRow += distance
      self.next?.frame?.row += distance
    }
  }
}
