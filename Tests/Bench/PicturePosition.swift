import LibAV
import MediaCore
import Models
import Platform
import TestSupport

/// Where Flick shows a picture on a screen of half blocks, and how that picture should look.
struct PicturePosition: Equatable {
  /// The first column, and the first row in halves of a cell.
  let left: Int
  let top: Int
  /// A pixel for each column, two for each row.
  let size: PixelSize
  private let area: PictureArea

  /// Places a picture of a shape on a screen whose last two rows are caption and seek bar.
  init(of shape: PixelSize, on screen: CellSize) {
    area = PictureArea(size: PixelSize(width: screen.columns, height: (screen.rows - 2) * 2))
    size = area.placing(shape).size
    left = (area.size.width - size.width) / 2
    top = (area.size.height - size.height) / 2
  }

  /// Decodes a clip's pictures in this size, as the engine does.
  ///
  /// - Parameter limit: The most pictures.
  /// - Throws: `MediaError`.
  func pictures(of path: String, limit: Int = .max) throws(MediaError) -> [PixelBuffer] {
    let source = try LibAVOpener().open(
      .file(FilePath(path)), cancellation: CancellationToken())
    var pictures: [PixelBuffer] = []
    while pictures.count < limit, case .value = try source.nextPicture() {
      let picture = PixelBuffer(size: size)
      source.render(into: picture, showing: .whole)
      pictures.append(picture)
    }
    return pictures
  }

  /// What a terminal shows there.
  func picture(on model: TerminalModel) -> [UInt32] {
    model.picture(left: left, top: top, size: size)
  }
}
