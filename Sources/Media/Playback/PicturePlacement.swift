import MediaCore
import Models

/// The size in which a clip's pictures are drawn, and what part of them is seen.
struct PicturePlacement: Hashable, Sendable {
  var size: PixelSize
  var region: PictureRegion

  /// The placement of pictures of a shape in an area.
  init(of shape: PixelSize, in area: PictureArea) {
    (size, region) = area.placing(shape)
  }

  /// The placement of pictures that are drawn as they are.
  init(size: PixelSize) {
    self.size = size
    region = .whole
  }
}

extension PixelBuffer {
  /// Returns pixels of one placement as near to another as they allow.
  func moved(from old: PicturePlacement, to new: PicturePlacement) -> PixelBuffer {
    resampled(to: new.size, showing: new.region, from: old.region)
  }
}
