import FeedCore
import Glibc
import Models
import Network
import Platform

extension FeedWalker {
  mutating func openList(_ path: FilePath, _ table: inout ItemTable) {
    if path == FilePath("-"), let standardInput {
      stack.append(.list(standardInput, offset: 0, name: path))
      return
    }
    do throws(FileError) {
      let descriptor = try path.open(O_RDONLY | O_NOCTTY)
      let list = PathList(descriptor: descriptor, isZeroSeparated: options.isZeroSeparated)
      stack.append(.list(list, offset: 0, name: path))
    } catch {
      nextSection += 1
      report(.unreadable(error.number), path, section: nextSection, &table)
    }
  }

  /// - Parameters:
  ///   - path: Any path, address or list.
  ///   - pinned: The name of a file in it that always counts as a clip.
  ///   - isArgument: Whether the command line names it, which may name any host; a second mention
  ///     is then ignored, while playlists may repeat entries.
  ///   - table: The table to fill.
  mutating func open(
    _ path: FilePath, pinned: [UInt8]?, isArgument: Bool = false, _ table: inout ItemTable
  ) {
    if path == FilePath("-"), standardInput != nil { return openList(path, &table) }
    nextSection += 1
    let section = nextSection
    let place = NamedPlace(path.bytes, isArgument ? .libcurl.readingSFTP(of: nil) : addresses)
    if case .remote(let address) = place { return open(address, section: section, &table) }
    var path = path
    let kind: FileStatus.Kind
    do throws(FileError) {
      if let status = try? FileStatus(path) {
        kind = status.kind
      } else {
        switch place {
        // There is no file of this name, so it is the one its address stands for.
        case .path(let bytes): path = FilePath(bytes: bytes)
        case .malformed: return report(.malformedAddress, path, section: section, &table)
        case .other: return report(.address, path, section: section, &table)
        case .remote: break
        }
        kind = try FileStatus(path).kind
      }
    } catch {
      return report(.unreadable(error.number), path, section: section, &table)
    }
    switch kind {
    case .folder:
      do throws(SystemError) {
        try list(path, pinned: pinned, parent: nil, section: section, &table)
      } catch {
        guard let pinned else {
          return report(.unreadable(error.number), path, section: section, &table)
        }
        addNamed(path.appending(FilePath(bytes: pinned)), section: section, &table)
      }
    case .file where PlaylistFile.isList(path):
      table.listNames[section] = CleanText(bytes: path.lastComponent)
      read(path, section: section, ListPlace(), &table)
    default:
      guard !isArgument || reached.insert(path, isListed: isListed) else { return }
      // Anything named explicitly is a clip; if it cannot be played, its page says so.
      addNamed(path, section: section, &table)
    }
  }

  mutating func open(
    _ address: RemoteAddress, section: Int, _ table: inout ItemTable
  ) {
    let name = Array(address.target.prefix { $0 != "?" }.utf8)
    if !address.scheme.isWeb, !ClipNames.isMedia(name), options.openFolder != nil {
      return listFar(address, in: nil, section: section, &table)
    }
    guard address.scheme.isWeb, !ClipNames.isMedia(name), let openWeb = options.openWeb else {
      let clip = Clip(remote: address)
      return add(FoundItem(kind: .file(clip)), section: section, &table)
    }
    table.listNames[section] = CleanText(address.description)
    let source = sources[address] ?? openWeb(address, .user)
    sources[address] = source
    webLists.insert(address)
    stack.append(.pages(source, address, section: section, ListPlace()))
  }

  /// File systems count time in steps of up to two seconds: in a folder that changed within the
  /// last step, the next change may have the same date.
  private static let dateStep = 2.0

  /// Reads a folder, unless it was read before.
  ///
  /// - Throws: Why it cannot be read.
  mutating func list(
    _ path: FilePath, pinned: [UInt8]?, parent: Int?, section: Int, _ table: inout ItemTable
  ) throws(SystemError) {
    // Watched first, then read, so that nothing is missed in between. But watching a large folder
    // takes the kernel a while (20 ms for 100 000 names); the first clip does not wait for it if
    // nothing is going on.
    let status = try? FileStatus(path)
    let isResting =
      (status?.modified.sinceEpoch).map { $0 < WallClock.now - Self.dateStep } ?? false
    let watch = isResting ? nil : addWatch(path)
    let rule = FolderListing.Rule(
      includesHidden: options.includesHidden, isReversed: options.isReversed, pinned: pinned)
    guard var listing = try FolderListing(path, rule: rule, visited: &reached.folders) else {
      return
    }
    let letters = parent.map { table.folders[$0].letters + path.lastComponent } ?? []
    let folder = table.addFolder(path, in: parent, letters: letters)
    identities[folder] = listing.identity
    leftOut[folder] = reached.names[listing.identity]
    if let watch { watches[watch] = (folder, section) }
    if isResting { listing.unwatched = status }
    stack.append(.listing(listing, folder: folder, section: section, hasFirst: false))
  }

  /// Watches a folder that was read, and checks whether it has changed since.
  mutating func watch(_ listing: inout FolderListing, _ folder: Int, _ section: Int) {
    guard let status = listing.unwatched else { return }
    listing.unwatched = nil
    guard let watch = addWatch(listing.path) else { return }
    watches[watch] = (folder, section)
    if (try? FileStatus(listing.path))?.modified != status.modified { hasMissedChanges = true }
  }

  private func addWatch(_ path: FilePath) -> Int32? {
    watches.count < Self.maxWatches ? watch.add(path) : nil
  }
}

extension FeedWalker {
  /// Reads a new subfolder, with everything in it.
  mutating func readAdded(
    _ path: FilePath, in parent: Int, section: Int, _ table: inout ItemTable
  ) {
    let rest = stack
    stack = [.folder(path, parent: parent, section: section)]
    while case .working = step(&table) {}
    stack = rest
  }

  /// Forgets folders that are gone; they may return elsewhere.
  mutating func forget(_ folders: Set<Int>) {
    for (watch, place) in watches where folders.contains(place.folder) {
      self.watch.remove(watch)
      watches[watch] = nil
    }
    for folder in folders {
      guard let identity = identities.removeValue(forKey: folder) else { continue }
      reached.folders.remove(identity)
    }
  }

  /// Adds a new file of a folder.
  mutating func addAdded(
    _ name: [UInt8], in folder: Int, section: Int, _ table: inout ItemTable
  ) {
    name.withUnsafeBufferPointer { addListed($0, folder, section, nil, &table) }
  }
}
