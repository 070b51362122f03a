import LibAV
import MediaCore
import Models
import Platform

/// Looks into clips for what their names do not tell.
enum ClipProbe {
  /// A file that takes longer is left alone, in seconds: its disk does not answer.
  private static let patience = 20.0

  /// What a clip is.
  ///
  /// - Throws: Why it cannot be played.
  static func info(of path: FilePath) throws(MediaError) -> MediaInfo {
    let cancellation = CancellationToken()
    cancellation.setDeadline(HostTime.now + patience)
    return try LibAVOpener().open(.file(path), cancellation: cancellation).info
  }

  /// How long a clip is, in seconds; `nil` if it does not say or cannot be played.
  static func duration(of path: FilePath) -> Double? {
    guard let info = try? info(of: path), !info.isStill else { return nil }
    return info.duration
  }
}
