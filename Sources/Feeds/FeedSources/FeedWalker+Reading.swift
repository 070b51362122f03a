import FeedCore
import Glibc
import Models
import Network
import Platform

extension FeedWalker {
  mutating func read(
    _ listing: FolderListing, _ folder: Int, _ section: Int, hasFirst: Bool,
    _ table: inout ItemTable
  ) {
    var listing = listing
    // The first name is found without sorting the others.
    if !hasFirst, options.sort == .name, let name = listing.firstClip() {
      name.withUnsafeBufferPointer { addListed($0, folder, section, nil, &table) }
      stack.append(.listing(listing, folder: folder, section: section, hasFirst: true))
      return
    }
    var (clips, folders) = listing.sorted()
    watch(&listing, folder, section)
    if hasFirst { clips.take(1) { _, _ in } }
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

  /// Reads a feed or playlist on disk.
  mutating func read(
    _ path: FilePath, section: Int, _ place: ListPlace, _ table: inout ItemTable
  ) {
    if let identity = (try? FileStatus(path))?.identity, !documents.insert(identity).inserted {
      return
    }
    let bytes: [UInt8]
    do throws(FileError) {
      bytes = try path.contents(limit: Self.largestList + 1)
    } catch {
      return report(.unreadable(error.number), path, section: section, &table)
    }
    guard bytes.count <= Self.largestList else {
      return report(.tooLarge, path, section: section, &table)
    }
    let text = options.text.text(bytes, declared: DeclaredEncoding.name(in: bytes))
    let content = WebContent(type: nil, head: text, path: path.description)
    switch content {
    case .json, .xml: read(feed: text, content, path, section: section, place, &table)
    case .clip, .still, .m3u, .page, .unknown:
      if Playlist.isStream(text) { return report(.stream, path, section: section, &table) }
      do throws(FeedError) {
        let members = try members(of: bytes, text, in: path.parent)
        var first = members
        if first.next() == nil { problems.append(FeedProblem(path: path, reason: .emptyList)) }
        stack.append(.members(members, section: section, place))
      } catch {
        report(.notAFeed(error.detail), path, section: section, &table)
      }
    }
  }

  /// How many files of a playlist are looked up by their bytes before its text decides.
  private static let looks = 16

  /// The entries of a playlist, read as they come if possible. Files are looked up by bytes: those
  /// of the playlist, or of its decoded text if there is no such name.
  private func members(
    of bytes: [UInt8], _ text: [UInt8], in folder: FilePath
  ) throws(FeedError) -> any ListMembers {
    if bytes == text, !options.isReversed {
      return PlaylistReader(text, base: .folder(folder, addresses))
    }
    let entries = try entries(of: bytes, text, in: folder)
    return (options.isReversed ? entries.reversed() : entries)[...]
  }

  private func entries(
    of bytes: [UInt8], _ text: [UInt8], in folder: FilePath
  ) throws(FeedError) -> [Playlist.Entry] {
    let base = FeedBase.folder(folder, addresses)
    let entries = try Playlist(text, base: base).entries
    if bytes == text { return entries }
    let byBytes = try Playlist(bytes, base: base).entries
    guard byBytes.count == entries.count else { return entries }
    let pairs = zip(byBytes, entries)
    let differing = pairs.lazy.compactMap { byBytes, byText -> FilePath? in
      guard case .file(let path) = byBytes.location, byBytes.location != byText.location else {
        return nil
      }
      return path
    }
    guard differing.prefix(Self.looks).contains(where: { (try? FileStatus($0)) != nil }) else {
      return entries
    }
    return pairs.map { byBytes, byText in
      guard case .file = byBytes.location else { return byText }
      return Playlist.Entry(
        location: byBytes.location, title: byText.title, duration: byText.duration)
    }
  }

  private mutating func read(
    feed bytes: [UInt8], _ content: WebContent, _ path: FilePath, section: Int, _ place: ListPlace,
    _ table: inout ItemTable
  ) {
    do throws(FeedError) {
      let page = try FeedDocument(
        bytes, content: content, base: .folder(path.parent, addresses), feed: path.description)
      switch page.next {
      case .file(let next) where documents.count < Self.maxDocuments:
        stack.append(.document(next, section: section, place))
      case .remote(let address) where address.scheme.isWeb:
        open(address, section: section, &table)
      case .file, .remote, .address, nil: break
      }
      if page.items.isEmpty, page.next == nil {
        problems.append(FeedProblem(path: path, reason: .emptyList))
      }
      let items = options.isReversed ? page.items.reversed() : page.items
      stack.append(.members(items[...], section: section, place))
    } catch {
      report(.notAFeed(error.detail), path, section: section, &table)
    }
  }

  /// The maximum number of pages of feeds on disk, which may refer to each other endlessly.
  static let maxDocuments = 1_000
}
