import Models

/// How a clip's frames are rendered: their size, their visible region, and how they are rotated.
struct FrameRendering: Hashable, Sendable {
  var size: PixelSize
  /// Of the rotated frame.
  var region: FrameRegion
  var rotation: Rotation

  /// How to render frames for an area.
  ///
  /// - Parameters:
  ///   - shape: Of the frames before they are rotated.
  ///   - rotation: How the user has rotated them.
  ///   - area: The area.
  init(of shape: PixelSize, rotated rotation: Rotation, in area: FrameArea) {
    (size, region) = area.placing(shape.rotated(rotation))
    self.rotation = rotation
  }
}
