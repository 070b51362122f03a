import Files
import LibAV
import MediaCore
import Models
import Playback

extension ThumbnailShelf {
  /// Thumbnails in Flick's own cache, and those that file managers have made.
  ///
  /// - Parameters:
  ///   - environment: Names the folders.
  ///   - limit: The bytes that the cache may take; 0 for none.
  static func files(_ environment: [String: String], limit: Int) -> ThumbnailShelf {
    let cache = limit > 0 ? ThumbnailCache.folder(environment) : nil
    let own = cache.map {
      ThumbnailCache(
        folder: $0, limit: limit,
        decoder: LibAVLibraries.versions.map(\.string).joined(separator: " "))
    }
    let desktop = DesktopThumbnails.folder(environment).map {
      DesktopThumbnails(folder: $0, md5: ImageReader.md5)
    }
    var shelf = ThumbnailShelf()
    shelf.load = { key in
      if let kept = own?.load(key) {
        switch kept.image {
        case .failure(let error): return kept.with(.failure(error))
        case .success(let bytes):
          if let pixels = ImageReader.decode(bytes) { return kept.with(.success(pixels)) }
        }
      }
      // One that shows nothing is not worth having.
      guard case .file(let path) = key.location,
        let bytes = desktop?.load(path, key.version, side: key.side),
        let pixels = ImageReader.decode(bytes), FrameScore(pixels).isGood
      else { return nil }
      return Thumbnail(.success(pixels))
    }
    guard let own else { return shelf }
    shelf.save = { thumbnail, key in
      switch thumbnail.image {
      case .failure(let error): own.save(thumbnail.with(.failure(error)), key)
      case .success(let pixels):
        guard let bytes = try? ImageWriter.jpeg.encode(pixels) else { return }
        own.save(thumbnail.with(.success(bytes)), key)
      }
    }
    return shelf
  }
}
