import FeedCore
import Models

/// Playlists on disk.
enum PlaylistFile {
  /// Whether a regular file is a playlist: by its extension, or, if that is not a clip's, by its
  /// first line. A clip with a playlist's extension is still a clip.
  static func isList(_ path: FilePath) -> Bool {
    if ClipNames.hasClipExtension(path.lastComponent) { return false }
    let head = (try? path.contents(limit: 1_024)) ?? []
    if Playlist.extensions.contains(path.lowercaseExtension) {
      return !head.contains(0) || [[0xFF, 0xFE], [0xFE, 0xFF]].contains { head.starts(with: $0) }
    }
    return [[], [0xEF, 0xBB, 0xBF]].contains { head.starts(with: $0 + Array("#EXTM3U".utf8)) }
  }
}
