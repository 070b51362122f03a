import FeedCore
import Models
import Platform

/// The files beside a clip that describe it.
package enum DescriptionFile {
  /// Larger files are ignored, in bytes: those of yt-dlp list all formats, and have some 500 KB.
  private static let longest = 4 << 20
  /// The most processor time for one, in seconds.
  private static let patience = 0.5

  /// The files that may have chapters, in bytes.
  private static let longestChapters = 1 << 20

  /// Reads what describes a clip: `clip.info.json` or else `clip.nfo` beside `clip.mp4`. Chapters may
  /// also be in `clip.chapters.txt` or `clip.txt`.
  ///
  /// - Parameter location: The clip.
  /// - Returns: `nil` if there is none that can be read.
  package static func beside(_ location: MediaLocation) -> ClipDescription? {
    guard let path = location.filePath else { return nil }
    func bytes(_ ending: String, limit: Int = longest) -> [UInt8]? {
      let file = path.parent.appending(FilePath(bytes: path.stem + Array(ending.utf8)))
      let bytes = try? file.contents(limit: limit + 1)
      return bytes.flatMap { $0.count <= limit ? $0 : nil }
    }
    let end = HostTime.thread + patience
    let watch = ReadingWatch { () throws(FeedError) in
      if HostTime.thread > end { throw ReadingWatch.tooSlow }
    }
    var description = bytes(".info.json").flatMap {
      try? ClipDescription(infoJSON: $0, watch: watch)
    }
    description =
      description ?? bytes(".nfo").flatMap { try? ClipDescription(nfo: $0, watch: watch) }
    guard description?.chapters.isEmpty != false else { return description }
    for ending in [".chapters.txt", ".txt"] {
      let chapters = bytes(ending, limit: longestChapters).map(ChapterFile.chapters(list:)) ?? []
      guard !chapters.isEmpty else { continue }
      description = description ?? ClipDescription()
      description?.chapters = chapters
      break
    }
    return description
  }
}
