import Models

/// The size at which a clip's frames are rendered, and their visible region.
struct FramePlacement: Hashable, Sendable {
  var size: PixelSize
  var region: FrameRegion

  /// The placement of frames with a shape in an area.
  init(of shape: PixelSize, in area: FrameArea) {
    (size, region) = area.placing(shape)
  }
}
