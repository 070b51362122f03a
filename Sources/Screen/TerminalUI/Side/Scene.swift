import Graphics
import Models

/// A clip's picture and what stands beside it, ready to be drawn.
///
/// Texts and posters are made once and copied into each frame.
package struct Scene: Sendable {
  /// The picture, in the size that the screen has for it.
  package var frame: Frame?
  package var stage: Stage
  package var side: Side?

  /// What stands beside a picture.
  package struct Side: Sendable {
    /// Cells, and where they go.
    struct Panel: Sendable {
      var cells: Surface
      var column: Int
      var row: Int
    }

    /// A small picture, and where it goes.
    struct Poster: Sendable {
      var pixels: PixelBuffer
      var rect: CellRect
    }

    /// Whether it tells what the clip is called and where it stands.
    var tellsItem = false
    var panels: [Panel] = []
    var posters: [Poster] = []
  }

  /// The picture of a clip next to the one on screen.
  package struct Neighbour: Sendable {
    package var title: CleanText
    package var pixels: PixelBuffer?
    /// Its size, which is known before there is time to make it small; `nil` if there is no picture.
    package var pictureSize: PixelSize?

    /// Creates a neighbour, by default with the size of its picture.
    package init(title: CleanText, pixels: PixelBuffer? = nil, pictureSize: PixelSize? = nil) {
      self.title = title
      self.pixels = pixels
      self.pictureSize = pictureSize ?? pixels?.size
    }
  }

  /// The part of a poster that is ground rather than picture: it is not what is being watched.
  static let posterShade = 0.5

  /// Draws everything into the picture's part of the screen.
  func draw(in area: CellRect, of surface: inout Surface) {
    if let frame {
      surface.drawPicture(frame.pixels, in: area)
    } else {
      surface.fill(area, with: surface.blank)
    }
    guard let side else { return }
    for panel in side.panels { surface.copy(panel.cells, column: panel.column, row: panel.row) }
    for poster in side.posters { surface.drawPicture(poster.pixels, in: poster.rect) }
  }
}

extension ScreenDrawing {
  /// Makes what stands beside a clip's picture.
  ///
  /// - Parameters:
  ///   - stage: Where it goes.
  ///   - content: What is told of the clip.
  ///   - previous: The clip before it; `nil` if there is none.
  ///   - next: The clip after it.
  /// - Returns: `nil` where there is no room.
  package func side(
    _ stage: Stage, _ content: SideContent, previous: Scene.Neighbour?, next: Scene.Neighbour?
  ) -> Scene.Side? {
    guard stage.hasSides else { return nil }
    var side = Scene.Side()
    if let text = stage.text {
      let cells = SideText(
        content, size: CellSize(columns: text.columns, rows: text.rows), signs: signs
      ).drawn(in: theme, isPlain: signs.isPlain)
      side.panels = [.init(cells: cells, column: text.column, row: text.row)]
      side.tellsItem = true
    }
    guard let rect = stage.posters else { return side }
    let column = PosterColumn(
      in: rect, previous: previous, next: next, layout: layout, signs: signs)
    for (neighbour, poster) in [(previous, column.previous), (next, column.next)] {
      guard let poster else { continue }
      side.panels.append(label(poster, column: rect.column, columns: rect.columns))
      guard let pixels = neighbour?.pixels, let place = poster.picture, let size = poster.size
      else {
        continue
      }
      let small = pixels.scaled(to: size, over: theme.ground, by: Scene.posterShade)
      side.posters.append(Scene.Side.Poster(pixels: small, rect: place))
    }
    return side
  }

  private func label(_ poster: PosterColumn.Poster, column: Int, columns: Int) -> Scene.Side.Panel {
    var cells = Surface(
      size: CellSize(columns: columns, rows: 1), ground: theme.ground, isPlain: signs.isPlain)
    cells.drawText(
      poster.label, .byline, column: 0, row: 0, maxColumns: columns, theme: theme)
    return Scene.Side.Panel(cells: cells, column: column, row: poster.labelRow)
  }
}
