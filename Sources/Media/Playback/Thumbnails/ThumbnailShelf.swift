import Models

/// Keeps thumbnails between runs, upright and in square pixels. Called on several threads.
package struct ThumbnailShelf: Sendable {
  /// Takes a thumbnail; `nil` if there is none that is valid.
  package var load: @Sendable (ThumbnailKey) -> Thumbnail<PixelBuffer>? = { _ in nil }
  /// Keeps a thumbnail, if possible; `nil` if nothing is kept.
  package var save: (@Sendable (Thumbnail<PixelBuffer>, ThumbnailKey) -> Void)?

  package init() {}
}
