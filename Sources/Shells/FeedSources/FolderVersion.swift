import Glibc
import Models
import Platform

/// What a folder's own date tells of its entries: as long as it is the same, none has come or gone.
struct FolderVersion: Sendable {
  /// When an entry last came or went, in nanoseconds since 1970.
  let changed: Int64
  /// Whether whatever comes next will change the date.
  let isResting: Bool

  /// File systems count time in steps of up to two seconds: in a folder that has changed within the last
  /// one, the next change may bring the same date.
  private static let step: Int64 = 2_000_000_000

  /// Looks at a folder; `nil` if there is nothing.
  init?(_ path: FilePath) {
    var status = stat()
    guard path.withCString({ stat($0, &status) }) == 0 else { return nil }
    changed = Int64(status.st_mtim.tv_sec) * 1_000_000_000 + Int64(status.st_mtim.tv_nsec)
    isResting = changed < Int64(WallClock.now * 1e9) - Self.step
  }
}
