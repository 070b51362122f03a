import Graphics
import Models

/// By which means frames come onto the screen.
package enum OutputMethod: Hashable, Sendable {
  case cells
  /// Images of the kitty graphics protocol; through shared memory rather than the device.
  case kitty(isShared: Bool)
  /// Sixels with so many colour registers.
  case sixel(registers: Int)

  /// Chooses the means.
  ///
  /// - Parameters:
  ///   - output: What the user asked for. It is done if the terminal can; otherwise there are
  ///     cells, which every terminal has.
  ///   - answers: What the terminal has said.
  ///   - isLocal: Whether neither SSH nor tmux or GNU Screen stand between. Where one of them does,
  ///     images are only shown if asked for: they take many times the bytes.
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

  /// The form in which frames are drawn for the means.
  ///
  /// - Parameters:
  ///   - size: The screen's. Below the least size that has rows under the frame there are always
  ///     cells: an image in the last row makes terminals scroll.
  ///   - cell: The size of a cell in pixels, if it is known.
  ///   - glyphs: The form for cells.
  package func form(size: CellSize, cell: PixelSize?, glyphs: FrameForm) -> FrameForm {
    guard self != .cells, let cell, size.columns >= 20, size.rows >= 6 else { return glyphs }
    var raster = cell
    // The terminal enlarges images of the kitty protocol; sixels have the screen's pixels.
    if case .kitty(let isShared) = self {
      let limit = isShared ? Self.mostSharedPixels : Self.mostSentPixels
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
  private static let mostSharedPixels = 1920 * 1200

  /// The most where they are compressed and sent: at about 30 ns for each a frame takes less than
  /// a third of its time.
  private static let mostSentPixels = 640 * 480
}
