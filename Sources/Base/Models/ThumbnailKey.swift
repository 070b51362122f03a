/// What a thumbnail that is kept is of.
package struct ThumbnailKey: Hashable, Sendable {
  package var location: MediaLocation
  package var version: FileVersion
  /// The longest side of the picture, in pixels.
  package var side: Int

  package init(location: MediaLocation, version: FileVersion, side: Int) {
    self.location = location
    self.version = version
    self.side = side
  }
}
