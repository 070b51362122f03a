import FeedCore
import Models

/// The versions of files when their items were handed out, to detect other content.
struct FileVersions: Sendable {
  private var versions: [ItemID: (path: FilePath, version: FileStatus?)] = [:]

  /// Records the current version of an item's file, the first time or after a reload.
  mutating func note(_ item: FeedItem, isReloaded: Bool = false) {
    guard let path = item.kind.filePath, isReloaded || versions[item.id] == nil else { return }
    versions[item.id] = (path, try? FileStatus(path))
  }

  /// The items whose files have changed; their new versions are recorded.
  mutating func changed() -> [ItemID] {
    var changed: [ItemID] = []
    for (id, noted) in versions {
      let version = try? FileStatus(noted.path)
      guard version != noted.version else { continue }
      versions[id] = (noted.path, version)
      changed.append(id)
    }
    return changed.sorted()
  }
}
