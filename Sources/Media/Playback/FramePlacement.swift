import Models

/// The size at which a clip's frames are rendered, their visible region, and how they are rotated.
struct FramePlacement: Hashable, Sendable {
  var size: PixelSize
  /// Of the rotated frame.
  var region: FrameRegion
  var rotation: Rotation

  /// The placement of frames in an area.
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
