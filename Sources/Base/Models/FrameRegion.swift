/// The visible part of a frame, in fractions of its width and height, upright.
package struct FrameRegion: Hashable, Sendable {
  /// From the left edge, 0 to 1.
  package var x: Double
  /// From the top, 0 to 1.
  package var y: Double
  package var width: Double
  package var height: Double

  package init(x: Double, y: Double, width: Double, height: Double) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  package static let whole = FrameRegion(x: 0, y: 0, width: 1, height: 1)
}
