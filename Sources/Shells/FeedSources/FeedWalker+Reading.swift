import FeedCore
import Glibc
import Models

extension FeedWalker {
  mutating func read(
    _ listing: FolderListing, _ folder: Int, _ section: Int, hasFirst: Bool,
    _ table: inout ItemTable
  ) {
    // The first name alone is found without sorting the others.
    if !hasFirst, options.sort == .name, let name = listing.firstClip() {
      name.withUnsafeBufferPointer { addFile($0, folder, section, &table) }
      stack.append(.listing(listing, folder: folder, section: section, hasFirst: true))
      return
    }
    var (clips, folders) = listing.sorted()
    if hasFirst { clips.take(1) { _ in } }
    let parts: [Pending] = [
      .folders(folders, folder: folder, section: section),
      .clips(clips, folder: folder, section: section),
    ]
    stack += options.isReversed ? parts.reversed() : parts
  }

  mutating func read(
    _ list: PathList, _ offset: Int, _ name: FilePath, _ table: inout ItemTable
  ) -> Step {
    var offset = offset
    switch list.read(from: &offset) {
    case .path(let bytes):
      stack.append(.list(list, offset: offset, name: name))
      open(FilePath(bytes: bytes), pinned: nil, &table)
    case .waiting:
      stack.append(.list(list, offset: offset, name: name))
      return .waiting(list)
    case .end: break
    case .malformed:
      nextSection += 1
      report(.notPaths, name, section: nextSection, &table)
    case .failed(let number):
      nextSection += 1
      report(.unreadable(number), name, section: nextSection, &table)
    }
    return .working
  }

  mutating func read(
    _ path: FilePath, size: Int, section: Int, _ table: inout ItemTable
  ) {
    guard size <= Self.largestList else {
      return report(.tooLarge, path, section: section, &table)
    }
    guard let bytes = PlaylistFile.read(path, limit: Self.largestList) else {
      return report(.unreadable(errno), path, section: section, &table)
    }
    do {
      let entries = try Playlist(bytes, folder: path.parent).entries
      stack.append(
        .entries(options.isReversed ? entries.reversed() : entries, next: 0, section: section))
    } catch {
      report(.stream, path, section: section, &table)
    }
  }
}
