import Graphics
import Models

/// How a clip's picture and what is told of it share the picture's part of the screen.
/// See docs/decisions/screen-layout.md.
///
/// The picture always stands where the engine's area has it, in the middle: so that neighbours are
/// scaled before they are known to come, and no picture moves when text does.
package struct Stage: Hashable, Sendable {
  /// The cells that the picture touches.
  package var picture: CellRect
  /// To its left: title, description and the rest; `nil` if there is no room for text.
  package var text: CellRect?
  /// To its right: the posters of the neighbours.
  package var posters: CellRect?

  /// Whether anything stands beside the picture.
  var hasSides: Bool { text != nil || posters != nil }

  /// The stage with its text below a box that lies over the upper left corner; without it where too
  /// little room is left.
  func makingRoom(for box: CellRect) -> Stage {
    guard var text, !box.isEmpty else { return self }
    // A row between them.
    let lost = max(box.row + box.rows + 1 - text.row, 0)
    text.row += lost
    text.rows -= lost
    var stage = self
    stage.text = text.rows >= Self.leastRows ? text : nil
    return stage
  }

  /// Columns of text without which nothing is told beside a picture.
  static let leastColumns = 22
  /// Longer lines are hard to follow beside a moving picture.
  static let mostColumns = 44
  /// Rows without which nothing is told there: a title, and where it stands.
  static let leastRows = 3
}

extension ScreenLayout {
  /// Divides the picture's part of the screen.
  ///
  /// - Parameters:
  ///   - shape: How many of the area's pixels the picture has; `nil` if that is not known.
  ///   - fit: A picture that fills its area leaves nothing.
  package func stage(pictureSize shape: PixelSize?, fit: PictureFit) -> Stage {
    guard fit == .fit, let shape, caption != nil, shape.width > 0, shape.height > 0 else {
      return Stage(picture: picture)
    }
    let area = picture
    let cells = CellRect(ofPicture: shape, in: area, raster: raster)
    let (left, right) = (cells.column, area.columns - cells.column - cells.columns)
    let gap = Self.gap(min(left, right))
    let columns = min(min(left, right) - gap - Self.margin, Stage.mostColumns)
    guard columns >= Stage.leastColumns, area.rows >= Stage.leastRows else {
      return Stage(picture: cells)
    }
    let border = area.rows >= 12 ? 1 : 0
    let side = CellRect(
      column: cells.column - gap - columns, row: area.row + border, columns: columns,
      rows: area.rows - 2 * border)
    var other = side
    other.column = cells.column + cells.columns + gap
    return Stage(picture: cells, text: side, posters: other)
  }

  /// Columns between a picture and what stands beside it.
  private static func gap(_ side: Int) -> Int { side >= 40 ? 3 : 2 }

  /// Columns between the text and the screen's edge.
  private static let margin = 2
}

extension PictureArea {
  /// Whether a picture of a size has been scaled for the area, rather than for another one.
  package func suits(_ picture: PixelSize) -> Bool {
    let (width, height) = (max(size.width, 1), max(size.height, 1))
    if fit == .fill { return picture == PixelSize(width: width, height: height) }
    return picture.width <= width && picture.height <= height
      && (picture.width == width || picture.height == height)
  }

  /// The shape of a picture of so many of the area's pixels, in square ones, as well as it is known.
  func shape(of picture: PixelSize) -> PixelSize {
    PixelSize(width: Int(Double(picture.width) * pixelAspect * 64), height: picture.height * 64)
  }
}
