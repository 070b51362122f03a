import Models
import Platform

/// What a folder's own date tells of its entries: as long as it is the same, none has come or gone.
struct FolderVersion: Sendable {
  /// When an entry last came or went.
  let changed: FileDate
  /// Whether whatever comes next will change the date.
  let isResting: Bool

  /// File systems count time in steps of up to two seconds: in a folder that has changed within the last
  /// one, the next change may bring the same date.
  private static let step = 2.0

  /// Looks at a folder; `nil` if there is nothing.
  init?(_ path: FilePath) {
    guard let status = try? FileStatus(path) else { return nil }
    changed = status.modified
    isResting = changed.sinceEpoch < WallClock.now - Self.step
  }
}
