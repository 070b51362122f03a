import Files
import LibAV
import MediaCore
import Models
import Playback

extension PictureShelf {
  /// Pictures in Flick's own cache, and those that file managers have made.
  ///
  /// - Parameters:
  ///   - environment: Names the folders.
  ///   - limit: The bytes that the cache may take; 0 for none.
  static func files(_ environment: [String: String], limit: Int) -> PictureShelf {
    let cache = limit > 0 ? ThumbnailCache.folder(environment) : nil
    let own = cache.map {
      ThumbnailCache(
        folder: $0, limit: limit,
        decoder: LibAVLibraries.versions.map(\.string).joined(separator: " "))
    }
    let desktop = DesktopThumbnails.folder(environment).map {
      DesktopThumbnails(folder: $0, md5: ImageReader.md5)
    }
    return PictureShelf(
      isKept: own != nil,
      load: { key in
        if let entry = own?.load(key) {
          switch entry.content {
          case .failure(let error):
            return ClipPicture(
              outcome: .failure(error), duration: entry.duration, title: entry.title)
          case .success(let bytes):
            if let picture = ImageReader.decode(bytes) {
              return ClipPicture(
                outcome: .success(picture), duration: entry.duration, title: entry.title)
            }
          }
        }
        // One that shows nothing is not worth having.
        guard case .file(let path) = key.location,
          let bytes = desktop?.load(path, key.version, side: key.side),
          let picture = ImageReader.decode(bytes), PictureQuality(picture).isGood
        else { return nil }
        return ClipPicture(outcome: .success(picture))
      },
      save: { picture, key in
        let content: Result<[UInt8], MediaError>
        switch picture.outcome {
        case .failure(let error): content = .failure(error)
        case .success(let pixels):
          guard let bytes = try? ImageWriter.jpeg.encode(pixels) else { return }
          content = .success(bytes)
        }
        own?.save(
          ThumbnailCache.Entry(content: content, duration: picture.duration, title: picture.title),
          key)
      })
  }
}
