import FeedCore
import Models
import Platform

/// The files beside a clip that describe it.
package enum DescriptionFile {
  /// Larger files are ignored, in bytes: those of yt-dlp list all formats, and have some 500 KB.
  private static let longest = 4 << 20
  /// The most processor time for one, in seconds.
  private static let patience = 0.5

  /// Reads what describes a clip: `clip.info.json` or else `clip.nfo` beside `clip.mp4`.
  ///
  /// - Parameter location: The clip.
  /// - Returns: `nil` if there is none that can be read.
  package static func beside(_ location: MediaLocation) -> ClipDescription? {
    guard case .file(let path) = location else { return nil }
    let name = path.lastComponent
    let stem = name.lastIndex(of: UInt8(ascii: ".")).map { name[..<$0] } ?? name[...]
    guard !stem.isEmpty else { return nil }
    func bytes(_ ending: String) -> [UInt8]? {
      let file = path.parent.appending(FilePath(bytes: stem + Array(ending.utf8)))
      let bytes = try? file.contents(limit: longest + 1)
      return bytes.flatMap { $0.count <= longest ? $0 : nil }
    }
    let end = HostTime.thread + patience
    let watch = ReadingWatch { () throws(FeedError) in
      if HostTime.thread > end { throw ReadingWatch.tooSlow }
    }
    if let json = bytes(".info.json"),
      let description = try? ClipDescription(infoJSON: json, watch: watch)
    {
      return description
    }
    return bytes(".nfo").flatMap { try? ClipDescription(nfo: $0, watch: watch) }
  }
}
