import LibAV
import MediaCore
import Models
import Platform

/// Opens clips for what their names do not say.
enum ClipProbe {
  /// A file that takes longer is skipped, in seconds: its disk does not respond.
  private static let patience = 20.0

  /// Information about a clip.
  ///
  /// - Throws: Why it cannot be played.
  static func info(of path: FilePath) throws(MediaError) -> MediaInfo {
    let cancellation = CancellationToken()
    cancellation.setDeadline(HostTime.now + patience)
    return try LibAVOpener().open(.file(path), cancellation: cancellation).info
  }

  /// A clip's duration, in seconds; `nil` if unknown or if it cannot be played.
  static func duration(of path: FilePath) -> Double? {
    guard let info = try? info(of: path), !info.isStill else { return nil }
    return info.duration
  }
}
