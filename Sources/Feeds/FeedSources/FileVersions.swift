import FeedCore
import Glibc
import Models

/// How files were when they were given out, to notice that one has other content.
struct FileVersions: Sendable {
  private struct Version: Hashable {
    var size: Int
    var seconds: Int
    var nanoseconds: Int
    var number: UInt

    init?(_ path: FilePath) {
      var status = stat()
      guard path.withCString({ stat($0, &status) }) == 0 else { return nil }
      size = status.st_size
      seconds = status.st_mtim.tv_sec
      nanoseconds = status.st_mtim.tv_nsec
      number = UInt(status.st_ino)
    }
  }

  private var versions: [ItemID: (path: FilePath, version: Version?)] = [:]

  /// Notes how an item's file is now; the first time, or whenever it has been reloaded.
  mutating func note(_ item: FeedItem, isReloaded: Bool = false) {
    guard let path = item.kind.filePath, isReloaded || versions[item.id] == nil else { return }
    versions[item.id] = (path, Version(path))
  }

  /// The items whose files are others than they were; noted as they are now.
  mutating func changed() -> [ItemID] {
    var changed: [ItemID] = []
    for (id, noted) in versions {
      let version = Version(noted.path)
      guard version != noted.version else { continue }
      versions[id] = (noted.path, version)
      changed.append(id)
    }
    return changed.sorted()
  }
}
