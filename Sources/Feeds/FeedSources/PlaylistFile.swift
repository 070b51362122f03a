import FeedCore
import Models

/// Lists of clips on disk.
enum PlaylistFile {
  /// Whether a regular file is a list: by its extension, or by its first line if the extension is
  /// none of a clip's. A clip that has a list's extension is still a clip.
  static func isList(_ path: FilePath) -> Bool {
    if ClipNames.hasClipExtension(path.lastComponent) { return false }
    let head = (try? path.contents(limit: 1_024)) ?? []
    if Playlist.extensions.contains(path.lowercaseExtension) {
      return !head.contains(0) || [[0xFF, 0xFE], [0xFE, 0xFF]].contains { head.starts(with: $0) }
    }
    return [[], [0xEF, 0xBB, 0xBF]].contains { head.starts(with: $0 + Array("#EXTM3U".utf8)) }
  }
}
