import Models

/// Which part of a frame is visible, and where it goes in a target.
///
/// The target shows a region of the clip, whose shape is that of its first frame. A later frame
/// with another shape is fitted into the whole clip, with bars beside it.
struct VisiblePart: Hashable {
  /// The visible part of the frame, in fractions of its upright width and height.
  let region: FrameRegion
  /// Where it goes, in pixels of the target.
  let x: Int
  let y: Int
  let size: PixelSize

  /// Shapes that differ by less are considered equal: rounding of a pixel.
  private static let tolerance = 0.02

  /// Places a frame.
  ///
  /// - Parameters:
  ///   - frame: Its shape in square pixels, upright.
  ///   - clip: The clip's shape.
  ///   - region: The region of the clip to show.
  ///   - target: The size of the target.
  /// - Returns: `nil` if nothing of it is visible.
  init?(
    of frame: PixelSize, in clip: PixelSize, showing region: FrameRegion, on target: PixelSize
  ) {
    guard region != .whole || !Self.isLike(frame, clip) else {
      self.region = .whole
      (x, y, size) = (0, 0, target)
      return
    }
    // Of the clip, the region that the frame takes.
    let frame =
      Self.isLike(frame, clip)
      ? FrameRegion.whole : FrameArea(size: frame, fit: .fill).placing(clip).region
    let across = Span(region.x, region.width).shared(with: Span(frame.x, frame.width))
    let down = Span(region.y, region.height).shared(with: Span(frame.y, frame.height))
    guard let across, let down else { return nil }
    let columns = across.pixels(within: Span(region.x, region.width), count: target.width)
    let rows = down.pixels(within: Span(region.y, region.height), count: target.height)
    let seen = (
      across.part(of: Span(frame.x, frame.width)), down.part(of: Span(frame.y, frame.height))
    )
    self.region = FrameRegion(
      x: seen.0.start, y: seen.1.start, width: seen.0.length, height: seen.1.length)
    (x, y) = (columns.lowerBound, rows.lowerBound)
    size = PixelSize(width: columns.count, height: rows.count)
  }

  private static func isLike(_ frame: PixelSize, _ clip: PixelSize) -> Bool {
    let left = Double(frame.width) * Double(clip.height)
    let right = Double(clip.width) * Double(frame.height)
    return abs(left - right) <= tolerance * max(left, right)
  }
}

/// A stretch along one side of a frame.
private struct Span {
  var start: Double
  var length: Double

  init(_ start: Double, _ length: Double) {
    self.start = start
    self.length = length
  }

  func shared(with other: Span) -> Span? {
    let start = max(start, other.start)
    let end = min(self.start + length, other.start + other.length)
    return end > start ? Span(start, end - start) : nil
  }

  func part(of whole: Span) -> Span {
    Span((start - whole.start) / whole.length, length / whole.length)
  }

  /// The pixels of `count` that it covers, at least one.
  func pixels(within whole: Span, count: Int) -> Range<Int> {
    let part = part(of: whole)
    let first = min(max(Int(saturating: part.start * Double(count)), 0), count - 1)
    let end = Int(saturating: (part.start + part.length) * Double(count))
    return first..<min(max(end, first + 1), count)
  }
}
