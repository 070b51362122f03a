import Graphics
import Models

/// Where the posters of the clips before and after stand, one above the other, each over its title.
package struct PosterColumn: Hashable, Sendable {
  /// A poster in its place.
  package struct Poster: Hashable, Sendable {
    /// The cells of its frame; `nil` if there is none, or no room for it.
    package var frame: CellRect?
    /// The frame's size there, in pixels.
    package var size: PixelSize?
    package var label: CleanText
    package var labelRow: Int
  }

  package private(set) var previous: Poster?
  package private(set) var next: Poster?

  /// Larger ones would draw the eye from the frame.
  private static let mostColumns = 30
  /// Fewer show nothing.
  private static let leastRows = 4
  /// Rows in which both titles and some room between them have a place.
  private static let leastColumnRows = 5

  /// Lays the column out.
  ///
  /// - Parameters:
  ///   - rect: The cells for it.
  ///   - previous: The clip before; `nil` if there is none.
  ///   - next: The clip after.
  ///   - layout: Tells how many pixels a cell has.
  ///   - toasts: Has the arrows.
  package init(
    in rect: CellRect, previous: Scene.Neighbour?, next: Scene.Neighbour?, layout: ScreenLayout,
    symbols: SymbolSet = .unicode
  ) {
    guard rect.rows >= Self.leastColumnRows, rect.columns > 0 else { return }
    let columns = min(rect.columns, Self.mostColumns)
    // Each has a row for its title; a third of the height is left between them.
    let rows = rect.rows / 3 - 1
    func poster(_ neighbour: Scene.Neighbour, _ arrow: String) -> Poster {
      let label = CleanText("\(arrow) \(neighbour.title.string)").fitted(toColumns: columns)
      guard rows >= Self.leastRows, let shape = neighbour.frameSize else {
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
