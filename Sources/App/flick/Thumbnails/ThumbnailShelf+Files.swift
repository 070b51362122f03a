import Files
import LibAV
import MediaCore
import Models
import Playback

extension ThumbnailShelf {
  /// Thumbnails in a cache on disk.
  ///
  /// - Parameters:
  ///   - environment: Names the folder.
  ///   - limit: The bytes that the cache may take; 0 for none.
  static func files(_ environment: [String: String], limit: Int) -> ThumbnailShelf {
    var shelf = ThumbnailShelf()
    guard limit > 0, let folder = ThumbnailCache.folder(environment) else { return shelf }
    let cache = ThumbnailCache(
      folder: folder, limit: limit,
      decoder: LibAVLibraries.versions.map(\.string).joined(separator: " "))
    shelf.load = { key in
      guard let kept = cache.load(key) else { return nil }
      switch kept.image {
      case .failure(let error): return kept.with(.failure(error))
      case .success(let bytes):
        return ImageReader.decode(bytes).map { kept.with(.success($0)) }
      }
    }
    shelf.save = { thumbnail, key in
      switch thumbnail.image {
      case .failure(let error): cache.save(thumbnail.with(.failure(error)), key)
      case .success(let pixels):
        guard let bytes = try? ImageWriter.jpeg.encode(pixels) else { return }
        cache.save(thumbnail.with(.success(bytes)), key)
      }
    }
    return shelf
  }
}
