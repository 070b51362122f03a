import Models

/// The size in which a clip's pictures are drawn, and what part of them is seen.
struct PicturePlacement: Hashable, Sendable {
  var size: PixelSize
  var region: PictureRegion

  /// The placement of pictures of a shape in an area.
  init(of shape: PixelSize, in area: PictureArea) {
    (size, region) = area.placing(shape)
  }
}
