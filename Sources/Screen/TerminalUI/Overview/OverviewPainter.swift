import AppFeature
import Graphics
import Models

/// The overview as cells: only the tiles that have changed are drawn again.
struct OverviewPainter {
  private var surface = Surface(size: CellSize(columns: 0, rows: 0))
  private var drawing: ScreenDrawing?
  private(set) var layout: OverviewLayout?
  /// The tiles by place, and those to draw.
  private var tiles: [OverviewTile?] = []
  private var headings: [OverviewHeading] = []
  /// The items whose thumbnails are on screen, by place.
  private(set) var thumbnails: [ItemID] = []
  /// Whether tiles or headings are elsewhere than before.
  private var hasMoved = false
  private var outdated: Set<Int> = []

  /// Lays the overview out.
  ///
  /// - Returns: Whether that changed anything.
  mutating func layOut(_ layout: OverviewLayout) -> Bool {
    guard layout != self.layout else { return false }
    self.layout = layout
    tiles = Array(repeating: nil, count: layout.grid.count)
    thumbnails = []
    drawing = nil
    return true
  }

  mutating func clear() {
    self = OverviewPainter()
  }

  /// Takes what is on screen now: a tile that has changed is drawn again, and nothing else.
  mutating func set(_ content: OverviewContent) {
    if content.headings != headings { hasMoved = true }
    headings = content.headings
    for place in tiles.indices {
      let tile = place < content.tiles.count ? content.tiles[place] : nil
      guard tile != tiles[place] else { continue }
      if tile?.line != tiles[place]?.line || tile?.column != tiles[place]?.column {
        hasMoved = true
      }
      tiles[place] = tile
      outdated.insert(place)
    }
    thumbnails = tiles.compactMap { tile in
      if let tile, case .thumbnail = tile.content { tile.id } else { nil }
    }
  }

  /// The tile of an item shows another thumbnail.
  mutating func redraw(_ id: ItemID) {
    if let place = tiles.firstIndex(where: { $0?.id == id }) { outdated.insert(place) }
  }

  /// The number of the item whose tile is at a cell; `nil` between and beside the tiles.
  func number(column: Int, row: Int) -> Int? {
    tiles.lazy.compactMap(\.self).first { tile in
      layout?.tile(line: tile.line, column: tile.column).contains(column: column, row: row) == true
    }?.number
  }

  /// Draws what has changed.
  ///
  /// - Parameters:
  ///   - pixels: The thumbnail of an item.
  ///   - playing: The item whose clip plays, and its frame, in place of its thumbnail.
  /// - Returns: The overview, of the size of the screen.
  mutating func paint(
    _ drawing: ScreenDrawing, form: FrameForm, pixels: (ItemID) -> PixelBuffer?,
    playing: (id: ItemID, frame: PixelBuffer)?
  ) -> Surface {
    guard let layout else { return surface }
    if drawing.layout != self.drawing?.layout || drawing.theme != self.drawing?.theme
      || form != surface.frameForm
    {
      self.drawing = drawing
      surface = Surface(
        size: drawing.layout.size, ground: drawing.theme.ground, isPlain: drawing.symbols.isPlain)
      surface.frameForm = form
      hasMoved = true
    }
    if hasMoved {
      surface.clear()
      outdated = Set(tiles.indices)
      hasMoved = false
      for heading in headings {
        heading.draw(
          in: layout.heading(line: heading.line), of: &surface, theme: drawing.theme,
          symbols: drawing.symbols, formats: drawing.formats)
      }
    }
    if let playing, let place = tiles.firstIndex(where: { $0?.id == playing.id }) {
      outdated.insert(place)
    }
    for place in outdated.sorted() {
      guard let tile = tiles[place] else { continue }
      tile.draw(
        playing?.id == tile.id ? playing?.frame : pixels(tile.id),
        in: layout.tile(line: tile.line, column: tile.column), of: &surface,
        theme: drawing.theme, symbols: drawing.symbols, formats: drawing.formats)
    }
    outdated = []
    return surface
  }
}
