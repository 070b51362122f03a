import Graphics
import Models

/// A clip's frame and everything beside it, ready to be drawn.
///
/// Texts and posters are made once and copied into each frame.
package struct Scene: Sendable {
  /// The frame, scaled for the screen.
  package var frame: Frame?
  package var stage: ClipLayout
  package var side: Side?

  /// The panels beside a frame.
  package struct Side: Sendable {
    /// Cells and their position.
    struct Panel: Sendable {
      var cells: Surface
      var column: Int
      var row: Int
    }

    /// A small frame and its position.
    struct Poster: Sendable {
      var pixels: PixelBuffer
      var rect: CellRect
    }

    /// The cells of a neighbour: its poster, and its title.
    struct Link: Sendable {
      var direction: FeedDirection
      var rects: [CellRect]
    }

    /// Whether it shows the clip's title and place.
    var reportsItem = false
    var panels: [Panel] = []
    var posters: [Poster] = []
    var links: [Link] = []

    /// The neighbour at a cell; `nil` if there is none.
    func link(column: Int, row: Int) -> FeedDirection? {
      links.first { $0.rects.contains { $0.contains(column: column, row: row) } }?.direction
    }
  }

  /// The frame of a neighbouring clip.
  package struct Neighbour: Sendable {
    package var title: CleanText
    package var pixels: PixelBuffer?
    /// Its size, known before there is time to scale it down; `nil` if there is no frame.
    package var frameSize: PixelSize?

    /// By default with the size of its frame.
    package init(title: CleanText, pixels: PixelBuffer? = nil, frameSize: PixelSize? = nil) {
      self.title = title
      self.pixels = pixels
      self.frameSize = frameSize ?? pixels?.size
    }
  }

  /// The share of ground in a poster, which dims it.
  static let posterShade = 0.5

  /// Draws everything into the frame area.
  func draw(in area: CellRect, of surface: inout Surface) {
    surface.expect(frame?.next, in: area)
    if let frame {
      surface.drawFrame(frame.pixels, in: area)
    } else {
      surface.fill(area, with: surface.blank)
    }
    guard let side else { return }
    for panel in side.panels { surface.copy(panel.cells, column: panel.column, row: panel.row) }
    for poster in side.posters { surface.drawFrame(poster.pixels, in: poster.rect) }
  }
}

extension ScreenDrawing {
  /// Makes the panels beside a clip's frame.
  ///
  /// - Parameters:
  ///   - previous: The clip before it; `nil` if there is none.
  ///   - next: The clip after it.
  /// - Returns: `nil` if there is no room.
  package func side(
    _ stage: ClipLayout, _ content: SideContent, previous: Scene.Neighbour?, next: Scene.Neighbour?
  ) -> Scene.Side? {
    guard stage.hasSides else { return nil }
    var side = Scene.Side()
    if let text = stage.text {
      let cells = SideText(
        content, size: CellSize(columns: text.columns, rows: text.rows), symbols: symbols
      ).drawn(in: theme, isPlain: symbols.isPlain)
      side.panels = [.init(cells: cells, column: text.column, row: text.row)]
      side.reportsItem = true
    }
    guard let rect = stage.posters else { return side }
    let column = PosterColumn(
      in: rect, previous: previous, next: next, layout: layout, symbols: symbols)
    let neighbours: [(FeedDirection, Scene.Neighbour?, PosterColumn.Poster?)] = [
      (.backwards, previous, column.previous), (.forwards, next, column.next),
    ]
    for (direction, neighbour, poster) in neighbours {
      guard let poster else { continue }
      side.panels.append(label(poster, column: rect.column, columns: rect.columns))
      let title = CellRect(
        column: rect.column, row: poster.labelRow, columns: poster.label.displayWidth, rows: 1)
      side.links.append(
        Scene.Side.Link(direction: direction, rects: [title] + [poster.frame].compactMap { $0 }))
      guard let pixels = neighbour?.pixels, let place = poster.frame, let size = poster.size
      else {
        continue
      }
      let small = pixels.scaled(to: size, over: theme.ground.rawValue, by: Scene.posterShade)
      side.posters.append(Scene.Side.Poster(pixels: small, rect: place))
    }
    return side
  }

  private func label(_ poster: PosterColumn.Poster, column: Int, columns: Int) -> Scene.Side.Panel {
    var cells = Surface(
      size: CellSize(columns: columns, rows: 1), ground: theme.ground, isPlain: symbols.isPlain)
    cells.drawText(
      poster.label, .byline, column: 0, row: 0, maxColumns: columns, theme: theme)
    return Scene.Side.Panel(cells: cells, column: column, row: poster.labelRow)
  }
}
