import Models

/// What a terminal with the kitty graphics protocol shows, and the steps to make it show something
/// else (docs/decisions/cells-images.md).
///
/// A new frame gets an unused id, is placed over the old one, and only then is the old one deleted:
/// there is always a frame, even if the terminal shows partial updates. A frame already shown is
/// not sent again, whatever has moved or covers it.
package struct KittyScreen {
  /// A step, in this order.
  package enum Step: Equatable {
    /// Transmit an image of the surface.
    case transmit(id: UInt32, imageIndex: Int)
    case place(id: UInt32, placement: Int, source: PixelRect, cells: CellRect)
    case deletePlacement(id: UInt32, placement: Int)
    case delete(id: UInt32)
  }

  private struct Placement: Equatable {
    var source: PixelRect
    var cells: CellRect
  }

  private struct Shown {
    let id: UInt32
    let image: SurfaceImage
    let cell: PixelSize
    var placements: [Placement] = []
    var isWanted = true

    func hasPixels(of reader: ImageReader) -> Bool {
      let other = reader.image
      return image.frame === other.frame && cell == reader.cell && image.cell == other.cell
        && image.left == other.left && image.top == other.top && image.shown == other.shown
        && image.ground == other.ground
    }
  }

  private var shown: [Shown] = []

  package init() {}

  package var isEmpty: Bool { shown.isEmpty }

  /// Forgets everything, because the screen was erased.
  package mutating func forget() {
    shown.removeAll()
  }

  /// Appends the steps that make the screen show the images of a surface.
  ///
  /// - Parameters:
  ///   - surface: The target screen.
  ///   - parts: For each of its images the cells where it is visible.
  ///   - reduction: How many of an image's pixels are sent as one, across and down.
  ///   - steps: Where the steps go.
  package mutating func show(
    _ surface: Surface, parts: [[CellRect]], reduction: Int, into steps: inout [Step]
  ) {
    for index in shown.indices { shown[index].isWanted = false }
    for (index, image) in surface.images.enumerated() where !parts[index].isEmpty {
      let reader = ImageReader(image, reduction: reduction)
      let known = shown.firstIndex { !$0.isWanted && $0.hasPixels(of: reader) }
      let target = known ?? transmit(reader, index, &steps)
      shown[target].isWanted = true
      place(parts[index], of: image, target, &steps)
    }
    for index in shown.indices.reversed() where !shown[index].isWanted {
      steps.append(.delete(id: shown[index].id))
      shown.remove(at: index)
    }
  }

  private mutating func transmit(
    _ reader: ImageReader, _ index: Int, _ steps: inout [Step]
  ) -> Int {
    var id = Self.firstID
    while shown.contains(where: { $0.id == id }) { id += 1 }
    steps.append(.transmit(id: id, imageIndex: index))
    shown.append(Shown(id: id, image: reader.image, cell: reader.cell))
    return shown.count - 1
  }

  private mutating func place(
    _ parts: [CellRect], of image: SurfaceImage, _ target: Int, _ steps: inout [Step]
  ) {
    let id = shown[target].id
    let placements = parts.map {
      Placement(
        source: PixelRect($0, of: image.canvas, cell: shown[target].cell), cells: $0)
    }
    let old = shown[target].placements
    for (index, placement) in placements.enumerated()
    where index >= old.count || old[index] != placement {
      steps.append(
        .place(
          id: id, placement: index + 1, source: placement.source, cells: placement.cells))
    }
    for index in placements.count..<max(old.count, placements.count) {
      steps.append(.deletePlacement(id: id, placement: index + 1))
    }
    shown[target].placements = placements
  }

  /// Ids are shared by the whole terminal; other programs choose low ones first.
  private static let firstID: UInt32 = 4207
}
