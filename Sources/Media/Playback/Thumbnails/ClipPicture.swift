import Models

/// A clip's picture as it is kept between runs, larger than most tiles.
package struct ClipPicture: Sendable {
  /// The picture, upright and in square pixels; or why there is none.
  package var outcome: Result<PixelBuffer, MediaError>
  /// The clip's length in seconds; `nil` if unknown, and for a still.
  package var duration: Double?
  /// The clip's own title, by its metadata; `nil` without one.
  package var title: CleanText?

  /// The longest side of a picture, in pixels: enough for tiles of cells.
  package static let side = 256
  /// The same where tiles are images.
  package static let largeSide = 512

  package init(
    outcome: Result<PixelBuffer, MediaError>, duration: Double? = nil, title: CleanText? = nil
  ) {
    self.outcome = outcome
    self.title = title
    self.duration = duration
  }
}

/// Keeps the pictures of clips between runs. Called on several threads.
package struct PictureShelf: Sendable {
  /// Takes a picture; `nil` if there is none that is valid.
  package var load: @Sendable (ThumbnailKey) -> ClipPicture?
  /// Keeps a picture, if possible.
  package var save: @Sendable (ClipPicture, ThumbnailKey) -> Void
  /// Whether it keeps anything.
  package var isKept: Bool

  package init(
    isKept: Bool = true, load: @escaping @Sendable (ThumbnailKey) -> ClipPicture?,
    save: @escaping @Sendable (ClipPicture, ThumbnailKey) -> Void
  ) {
    self.isKept = isKept
    self.load = load
    self.save = save
  }

  /// Keeps nothing.
  package static let none = PictureShelf(isKept: false, load: { _ in nil }, save: { _, _ in })
}
