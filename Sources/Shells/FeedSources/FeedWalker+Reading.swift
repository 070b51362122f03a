import FeedCore
import Glibc
import Models
import Platform

extension FeedWalker {
  mutating func read(
    _ listing: FolderListing, _ folder: Int, _ section: Int, hasFirst: Bool,
    _ table: inout ItemTable
  ) {
    var listing = listing
    // The first name alone is found without sorting the others.
    if !hasFirst, options.sort == .name, let name = listing.firstClip() {
      name.withUnsafeBufferPointer { addListed($0, folder, section, &table) }
      stack.append(.listing(listing, folder: folder, section: section, hasFirst: true))
      return
    }
    var (clips, folders) = listing.sorted()
    watch(&listing, folder, section)
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
    case .end:
      if list.isEmpty { problems.append(FeedProblem(path: name, reason: .emptyList)) }
    case .malformed:
      nextSection += 1
      report(.notPaths, name, section: nextSection, &table)
    case .failed(let number):
      nextSection += 1
      report(.unreadable(number), name, section: nextSection, &table)
    }
    return .working
  }

  /// Reads a feed or list on disk.
  mutating func read(
    _ path: FilePath, section: Int, _ place: ListPlace, _ table: inout ItemTable
  ) {
    if let identity = FileIdentity(path), !documents.insert(identity).inserted { return }
    let bytes: [UInt8]
    do throws(SystemError) {
      bytes = try PlaylistFile.read(path, limit: Self.largestList + 1)
    } catch {
      return report(.unreadable(error.number), path, section: section, &table)
    }
    guard bytes.count <= Self.largestList else {
      return report(.tooLarge, path, section: section, &table)
    }
    switch WebContent(type: nil, head: bytes, path: path.description) {
    case .json, .xml, .pls: read(feed: bytes, path, section: section, place, &table)
    case .clip, .picture, .m3u, .page, .unknown:
      do {
        let entries = try Playlist(bytes, folder: path.parent).entries
        if entries.isEmpty { problems.append(FeedProblem(path: path, reason: .emptyList)) }
        stack.append(
          .entries(
            options.isReversed ? entries.reversed() : entries, next: 0, section: section, place))
      } catch {
        report(.stream, path, section: section, &table)
      }
    }
  }

  private mutating func read(
    feed bytes: [UInt8], _ path: FilePath, section: Int, _ place: ListPlace,
    _ table: inout ItemTable
  ) {
    do throws(FeedDocument.Failure) {
      let page = try FeedDocument(bytes, file: path)
      switch page.next {
      case .file(let next) where documents.count < Self.mostDocuments:
        stack.append(.document(next, section: section, place))
      case .remote(let address): open(address, section: section, &table)
      case .file, .address, nil: break
      }
      if page.items.isEmpty, page.next == nil {
        problems.append(FeedProblem(path: path, reason: .emptyList))
      }
      let items = options.isReversed ? page.items.reversed() : page.items
      stack.append(.found(items, next: 0, section: section, place))
    } catch {
      report(.notAFeed(error.detail), path, section: section, &table)
    }
  }

  /// The most pages of feeds on disk, which may name each other for ever.
  static let mostDocuments = 1_000
}
