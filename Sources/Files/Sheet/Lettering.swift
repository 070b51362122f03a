import CPango
import Models

/// Text on images, by Pango, which is loaded with the first one
/// (docs/decisions/command-line-sheet.md).
package struct Lettering: Sendable {
  /// Loads Pango; `nil` if the system lacks it.
  package init?() {
    guard flick_pango_loads() else { return nil }
  }

  /// Draws a line of text in grey.
  ///
  /// - Parameters:
  ///   - text: What is too long has an ellipsis in its middle.
  ///   - image: Where it is drawn.
  ///   - x: Its left side in pixels, or its right one.
  ///   - y: Its top.
  ///   - maxWidth: The most pixels it may take.
  ///   - endsAtX: Whether `x` is its right side.
  ///   - height: Pixels of an em.
  ///   - level: From 0 to 255.
  /// - Returns: The pixels it takes.
  @discardableResult
  package func draw(
    _ text: CleanText, on image: PixelBuffer, x: Int, y: Int, maxWidth: Int, endsAtX: Bool = false,
    height: Int, level: Int
  ) -> Int {
    let size = image.size
    return image.withMutablePixels { pixels in
      // Pango writes only within the image, whose rows have no gaps.
      max(
        Int(
          flick_pango_draw(
            pixels.baseAddress, Int32(clamping: size.width), Int32(clamping: size.height),
            Int32(clamping: x), Int32(clamping: y), Int32(clamping: maxWidth), endsAtX,
            Int32(clamping: height), Int32(clamping: level), text.string)), 0)
    }
  }
}
