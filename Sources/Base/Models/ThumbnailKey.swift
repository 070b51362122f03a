/// What a thumbnail that is kept is of.
package struct ThumbnailKey: Hashable, Sendable {
  package var location: MediaLocation
  package var version: FileVersion
  /// The longest side of the image, in pixels.
  package var side: Int

  /// Enough for tiles of cells.
  package static let side = 256
  /// Enough where tiles are images.
  package static let largeSide = 512

  package init(location: MediaLocation, version: FileVersion, side: Int) {
    self.location = location
    self.version = version
    self.side = side
  }
}
