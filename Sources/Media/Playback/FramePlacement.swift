import Models

/// The size in which a clip's frames are drawn, and what part of them is seen.
struct FramePlacement: Hashable, Sendable {
  var size: PixelSize
  var region: FrameRegion

  /// The placement of frames of a shape in an area.
  init(of shape: PixelSize, in area: FrameArea) {
    (size, region) = area.placing(shape)
  }
}
