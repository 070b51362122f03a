import Models

/// Frames in rows on one image, each above a line of text.
///
/// The layout is pure; text is drawn by `Lettering`.
package struct ContactSheet: Sendable {
  /// A frame, and what is written about it.
  package struct Entry: Sendable {
    /// The frame; `nil` where there is none.
    package var frame: PixelBuffer?
    /// Below the frame on the left, its middle left out where it is too long.
    package var title: CleanText
    /// Below the frame on the right.
    package var detail: CleanText
    /// In place of the frame.
    package var reason: CleanText

    package init(
      frame: PixelBuffer?, title: CleanText, detail: CleanText = "", reason: CleanText = ""
    ) {
      self.frame = frame
      self.title = title
      self.detail = detail
      self.reason = reason
    }
  }

  /// Pixels between two tiles, and around all.
  private static let gap = 8
  private static let ground: UInt32 = 0xFF18_1818
  private static let blank: UInt32 = 0xFF30_3030
  private static let textLevel = 230
  private static let dimLevel = 160

  /// How many frames a row has.
  package let columns: Int
  /// How many there are.
  package let count: Int
  /// The area of a frame in pixels; smaller ones are in its middle.
  package let frameSize: PixelSize

  /// Lays a sheet out.
  ///
  /// - Parameters:
  ///   - count: How many frames there are.
  ///   - columns: How many a row has.
  ///   - width: The width of a frame's area in pixels; it is as high as one of 16:9.
  package init(count: Int, columns: Int, width: Int) {
    self.count = max(count, 1)
    self.columns = min(max(columns, 1), self.count)
    let width = max(width, 16)
    frameSize = PixelSize(width: width, height: width * 9 / 16)
  }

  /// The width of frames of which so many fit beside each other.
  package static func frameWidth(of total: Int, columns: Int) -> Int {
    (total - gap) / max(columns, 1) - gap
  }

  /// Pixels of an em.
  package var fontHeight: Int { min(max(frameSize.width / 20, 9), 16) }

  private var lineHeight: Int { fontHeight * 3 / 2 }

  /// The whole image.
  package var size: PixelSize {
    let rows = (count + columns - 1) / columns
    return PixelSize(
      width: columns * (frameSize.width + Self.gap) + Self.gap,
      height: rows * (frameSize.height + lineHeight + Self.gap) + Self.gap)
  }

  /// The left upper corner of a tile.
  package func origin(_ number: Int) -> (x: Int, y: Int) {
    let (row, column) = number.quotientAndRemainder(dividingBy: columns)
    return (
      Self.gap + column * (frameSize.width + Self.gap),
      Self.gap + row * (frameSize.height + lineHeight + Self.gap)
    )
  }

  /// Draws the sheet.
  ///
  /// - Parameter entries: At most `count`; their frames are no larger than `frameSize`.
  package func drawn(_ entries: [Entry], lettering: Lettering?) -> PixelBuffer {
    let image = PixelBuffer(size: size)
    image.withMutablePixels { pixels in
      pixels.update(repeating: Self.ground)
      for (number, entry) in entries.prefix(count).enumerated() {
        place(entry.frame, at: origin(number), in: pixels)
      }
    }
    guard let lettering else { return image }
    for (number, entry) in entries.prefix(count).enumerated() {
      let (x, y) = origin(number)
      let line = y + frameSize.height + 1
      var room = frameSize.width
      if !entry.detail.isEmpty {
        let used = lettering.draw(
          entry.detail, on: image, x: x + frameSize.width, y: line, maxWidth: room / 2,
          endsAtX: true, height: fontHeight, level: Self.dimLevel)
        room -= used + Self.gap
      }
      lettering.draw(
        entry.title, on: image, x: x, y: line, maxWidth: room, height: fontHeight,
        level: Self.textLevel)
      guard entry.frame == nil, !entry.reason.isEmpty else { continue }
      lettering.draw(
        entry.reason, on: image, x: x + Self.gap, y: y + Self.gap,
        maxWidth: frameSize.width - 2 * Self.gap, height: fontHeight, level: Self.dimLevel)
    }
    return image
  }

  /// Copies a frame to the middle of its tile.
  private func place(
    _ frame: PixelBuffer?, at origin: (x: Int, y: Int),
    in pixels: UnsafeMutableBufferPointer<UInt32>
  ) {
    let width = size.width
    guard let frame, frame.size.width <= frameSize.width, frame.size.height <= frameSize.height
    else {
      for row in 0..<frameSize.height {
        let start = (origin.y + row) * width + origin.x
        pixels[start..<(start + frameSize.width)].update(repeating: Self.blank)
      }
      return
    }
    let left = origin.x + (frameSize.width - frame.size.width) / 2
    let top = origin.y + (frameSize.height - frame.size.height) / 2
    frame.withPixels { source in
      for row in 0..<frame.size.height {
        for column in 0..<frame.size.width {
          pixels[(top + row) * width + left + column] = source[row * frame.size.width + column]
        }
      }
    }
  }
}
