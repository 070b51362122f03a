/// A clip's thumbnail: a small image that tells what it shows, and what is known of the clip.
///
/// `Image` stands for the pixels: themselves, an image file, or, where only a change matters, a serial
/// number.
package struct Thumbnail<Image: Sendable>: Sendable {
  /// The image, or why there is none.
  package var image: Result<Image, MediaError>
  /// In seconds; `nil` if unknown, and for a still.
  package var duration: Double?
  /// The clip's own title, by its metadata.
  package var title: CleanText?
  /// Where the clip was left, in seconds; `nil` if it is not begun.
  package var position: Double?

  package init(
    _ image: Result<Image, MediaError>, duration: Double? = nil, title: CleanText? = nil,
    position: Double? = nil
  ) {
    self.image = image
    self.duration = duration
    self.title = title
    self.position = position
  }

  /// The same thumbnail with another image.
  package func with<Other>(_ image: Result<Other, MediaError>) -> Thumbnail<Other> {
    Thumbnail<Other>(image, duration: duration, title: title, position: position)
  }
}

extension Thumbnail: Equatable where Image: Equatable {}
extension Thumbnail: Hashable where Image: Hashable {}

package struct ThumbnailRequest: Hashable, Sendable {
  package var id: ItemID
  package var location: MediaLocation
  /// How the user has rotated the clip.
  package var rotation: Rotation

  package init(id: ItemID, location: MediaLocation, rotation: Rotation = .none) {
    self.id = id
    self.location = location
    self.rotation = rotation
  }
}
