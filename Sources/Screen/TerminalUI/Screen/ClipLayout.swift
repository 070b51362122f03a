import Graphics
import Models

/// How a clip's frame and the text about it share the frame area. See
/// docs/decisions/screen-layout.md.
///
/// The frame is always centred in the engine's area, so that neighbours can be scaled in advance,
/// and no frame moves when text does.
package struct ClipLayout: Hashable, Sendable {
  /// The cells that the frame touches.
  package var frame: CellRect
  /// To its left: title, description and more; `nil` if there is no room for text.
  package var text: CellRect?
  /// To its right: the neighbours' posters.
  package var posters: CellRect?

  /// Whether there is anything beside the frame.
  var hasSides: Bool { text != nil || posters != nil }

  /// The layout with its text below a box in the upper left corner; without text if too little room
  /// is left.
  func makingRoom(for box: CellRect) -> ClipLayout {
    guard var text, !box.isEmpty else { return self }
    // A row between them.
    let lost = max(box.row + box.rows + 1 - text.row, 0)
    text.row += lost
    text.rows -= lost
    var stage = self
    stage.text = text.rows >= Self.minRows ? text : nil
    return stage
  }

  /// The minimum columns of text beside a frame.
  static let minColumns = 22
  /// Longer lines are hard to follow beside a moving frame.
  static let maxColumns = 44
  /// The minimum rows of text there: a title, and the place.
  static let minRows = 3
}

extension ScreenLayout {
  /// Divides the frame area.
  ///
  /// - Parameters:
  ///   - shape: How many of the area's pixels the frame has; `nil` if unknown.
  ///   - fit: A frame that fills its area leaves no room.
  package func stage(frameSize shape: PixelSize?, fit: FrameFit) -> ClipLayout {
    guard fit == .fit, let shape, titleBar != nil, shape.width > 0, shape.height > 0 else {
      return ClipLayout(frame: frame)
    }
    let area = frame
    let cells = CellRect(ofFrame: shape, in: area, raster: raster)
    let (left, right) = (cells.column, area.columns - cells.column - cells.columns)
    let gap = Self.gap(min(left, right))
    let columns = min(min(left, right) - gap - Self.margin, ClipLayout.maxColumns)
    guard columns >= ClipLayout.minColumns, area.rows >= ClipLayout.minRows else {
      return ClipLayout(frame: cells)
    }
    let border = area.rows >= 12 ? 1 : 0
    let side = CellRect(
      column: cells.column - gap - columns, row: area.row + border, columns: columns,
      rows: area.rows - 2 * border)
    var other = side
    other.column = cells.column + cells.columns + gap
    return ClipLayout(frame: cells, text: side, posters: other)
  }

  /// Columns between a frame and the text or posters beside it.
  private static func gap(_ side: Int) -> Int { side >= 40 ? 3 : 2 }

  /// Columns between the text and the screen's edge.
  private static let margin = 2
}

extension FrameArea {
  /// Whether a frame of a size was scaled for this area.
  package func suits(_ frame: PixelSize) -> Bool {
    let (width, height) = (max(size.width, 1), max(size.height, 1))
    if fit == .fill { return frame == PixelSize(width: width, height: height) }
    return frame.width <= width && frame.height <= height
      && (frame.width == width || frame.height == height)
  }

  /// The shape of a frame of this many area pixels, in square pixels, as exactly as known.
  func shape(of frame: PixelSize) -> PixelSize {
    PixelSize(width: Int(Double(frame.width) * pixelAspect * 64), height: frame.height * 64)
  }
}
