import Graphics
import Models

package enum OutputMethod: Hashable, Sendable {
  case cells
  /// Images of the kitty graphics protocol; whether through shared memory rather than the device.
  case kitty(isShared: Bool)
  /// Sixels with this many colour registers.
  case sixel(registers: Int)

  /// Chooses the method.
  ///
  /// - Parameters:
  ///   - output: The user's choice. It is used if the terminal supports it; otherwise cells are,
  ///     which every terminal has.
  ///   - answers: The terminal's replies.
  ///   - isLocal: Whether there is no SSH, tmux or GNU Screen in between. With any of them, images
  ///     are only shown on request: they take many times the bytes.
  package static func chosen(
    for output: OutputMode?, answers: TerminalAnswers, isLocal: Bool
  ) -> OutputMethod {
    let kitty =
      answers.hasKittyGraphics
      ? OutputMethod.kitty(isShared: answers.sharesMemory && isLocal) : .cells
    let sixel =
      answers.hasSixel
      ? OutputMethod.sixel(registers: answers.colorRegisters) : .cells
    return switch output {
    case .cells: .cells
    case .kitty: kitty
    case .sixel: sixel
    case nil where !isLocal: .cells
    case nil: kitty == .cells ? sixel : kitty
    }
  }

  /// The form of frames for the method.
  ///
  /// - Parameters:
  ///   - size: The screen's. Below the minimum size with rows under the frame, cells are used: an
  ///     image in the last row makes terminals scroll.
  ///   - cell: The size of a cell in pixels, if known.
  ///   - glyphs: The form for cells.
  package func form(size: CellSize, cell: PixelSize?, glyphs: FrameForm) -> FrameForm {
    guard self != .cells, let cell, size.columns >= 20, size.rows >= 6 else { return glyphs }
    var raster = cell
    // The terminal scales kitty images up; sixels have the screen's resolution.
    if case .kitty(let isShared) = self {
      let limit = isShared ? Self.maxSharedPixels : Self.maxSentPixels
      var divisor = 1
      while raster.width * size.columns * raster.height * size.rows > limit, divisor < 8 {
        divisor += 1
        raster = PixelSize(
          width: max(cell.width / divisor, 1), height: max(cell.height / divisor, 1))
      }
    }
    return .pixels(cell: raster)
  }

  /// The most pixels of a frame: copying 1920 x 1200 of them takes the terminal 2 ms or more.
  private static let maxSharedPixels = 1920 * 1200

  /// The limit if they are compressed and sent: at about 30 ns per pixel a frame takes less than a
  /// third of its time.
  private static let maxSentPixels = 640 * 480
}
