/// What is known of a clip's thumbnail: a small picture that tells what it shows.
package struct Thumbnail: Hashable, Sendable {
  package enum Picture: Hashable, Sendable {
    /// Made, and how often: with each, a view shows another.
    case made(serial: Int)
    case failed(MediaError)
  }

  package var picture: Picture
  /// In seconds; `nil` if unknown, and for a still.
  package var duration: Double?
  /// The clip's own title, by its metadata.
  package var title: CleanText?
  /// Where the clip was left, in seconds; `nil` if it is not begun.
  package var position: Double?

  package init(
    picture: Picture, duration: Double? = nil, title: CleanText? = nil, position: Double? = nil
  ) {
    self.title = title
    self.picture = picture
    self.duration = duration
    self.position = position
  }
}

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
