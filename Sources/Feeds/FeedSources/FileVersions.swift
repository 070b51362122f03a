import FeedCore
import Models

/// How files were when they were given out, to notice that one has other content.
struct FileVersions: Sendable {
  private var versions: [ItemID: (path: FilePath, version: FileStatus?)] = [:]

  /// Notes how an item's file is now; the first time, or whenever it has been reloaded.
  mutating func note(_ item: FeedItem, isReloaded: Bool = false) {
    guard let path = item.kind.filePath, isReloaded || versions[item.id] == nil else { return }
    versions[item.id] = (path, try? FileStatus(path))
  }

  /// The items whose files are others than they were; noted as they are now.
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
