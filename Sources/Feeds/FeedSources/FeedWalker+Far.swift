import FeedCore
import Models

/// A folder on another machine while its names arrive: they are sorted when all are there.
struct FarListing: Sendable {
  let source: any PagedSource
  let address: RemoteAddress
  /// Its number in the table.
  let folder: Int
  let section: Int
  /// Whether an argument named it.
  let isArgument: Bool
  /// The name of the clip that the feed opens at, if this is its folder, and whether it has arrived.
  let target: [UInt8]?
  var hasTarget = false
  /// All that have arrived, whatever they stand for.
  var nameCount = 0
  /// How often it broke off after names had come.
  var breaks = 0
  var clips = SortedNames()
  var folders = SortedNames()
}

extension FeedWalker {
  /// A server may lead from folder to folder without end: so many are read, of this depth.
  private static let maxFarFolders = 100_000
  private static let deepestFarFolder = 64
  /// The most names on other machines, whatever they stand for.
  private static let maxFarNames = 1_000_000
  /// How many of a folder's subfolders are asked for before their turn, and how many in all.
  static let foldersAhead = 3
  private static let mostFoldersAhead = 16
  /// How often a list that breaks off is asked for again without being told.
  static let maxBrokenLists = 3
  /// The longest address of a folder, in bytes.
  private static let longestAddress = 8_192

  /// Whether a folder on another machine is being read, which goes on like one on a disk.
  var isListingFar: Bool { if case .far = stack.last { true } else { false } }

  /// What is being asked for, for a notice.
  var askedAddress: RemoteAddress? {
    if case .far(let listing) = stack.last { listing.address } else { pages?.address }
  }

  /// A folder on another machine whose names are arriving, if one of its clips may come first; in a
  /// reversed feed, folders come before clips.
  var openingFar: FarListing? {
    guard case .far(let listing) = stack.last, listing.clips.count > 0,
      !options.isReversed || listing.folders.count == 0
    else { return nil }
    return listing
  }

  /// A folder on another machine whose names are arriving, with that of the clip to open at.
  var targetFar: FarListing? {
    if case .far(let listing) = stack.last, listing.hasTarget { listing } else { nil }
  }

  /// How many clips on other machines are listed, and not in the table yet.
  var listedFar: Int {
    switch stack.last {
    case .far(let listing): listing.clips.count
    case .clips(let names, _, _) where !farFolders.isEmpty: names.count
    default: 0
    }
  }

  /// Whether clips of a folder on another machine may still come.
  func awaitsClips(of folder: RemoteAddress, _ table: ItemTable) -> Bool {
    stack.contains { pending in
      switch pending {
      case .argument(let path, _): path == FilePath(folder.string)
      case .far(let listing): listing.address == folder
      case .clips(_, let number, _): table.folders[number].address == folder
      default: false
      }
    }
  }

  /// Reads a folder on another machine, unless it was read before.
  ///
  /// - Parameter name: Its name in the parent.
  mutating func listFar(
    _ address: RemoteAddress, in parent: (folder: Int, name: [UInt8])?, section: Int,
    _ table: inout ItemTable
  ) {
    let ahead = farAhead.removeValue(forKey: address)
    guard let source = ahead ?? openFar(address, in: parent?.folder, table),
      farFolders.insert(address).inserted
    else { return }
    source.prepare()
    let folder = table.addFolder(
      at: address, in: parent?.folder,
      letters: parent.map { table.folders[$0.folder].letters + $0.name } ?? [])
    stack.append(
      .far(
        FarListing(
          source: source, address: address, folder: folder, section: section,
          isArgument: parent == nil,
          target: farTarget?.lastComponent.flatMap {
            address.appending($0).withoutSecrets == farTarget ? $0 : nil
          })))
  }

  /// Asks for the next subfolders while one is read: each would cost some round trips.
  mutating func askAhead(_ names: SortedNames, in parent: Int, _ table: ItemTable) {
    guard let folder = table.folders[parent].address else { return }
    for name in names.upcoming(Self.foldersAhead) where farAhead.count < Self.mostFoldersAhead {
      let address = folder.appending(name)
      guard farAhead[address] == nil, let source = openFar(address, in: parent, table) else {
        continue
      }
      source.prepare()
      farAhead[address] = source
    }
  }

  /// The source of a folder's names; `nil` if it was read before, or will not be read.
  private func openFar(
    _ address: RemoteAddress, in parent: Int?, _ table: ItemTable
  ) -> (any PagedSource)? {
    guard address.string.utf8.count <= Self.longestAddress, farFolders.count < Self.maxFarFolders,
      depth(of: parent, table) < Self.deepestFarFolder, !farFolders.contains(address)
    else { return nil }
    return options.openFolder?(address)
  }

  private func depth(of folder: Int?, _ table: ItemTable) -> Int {
    var (depth, next) = (0, folder)
    while let folder = next {
      depth += 1
      next = table.folders[folder].parent
    }
    return depth
  }

  /// Goes on without a folder on another machine whose list broke off: what was in it stays.
  ///
  /// - Parameter index: What was known before.
  mutating func keepFar(of index: FeedIndex, _ table: inout ItemTable) {
    guard case .far(let listing) = stack.popLast() else { return }
    let known = index.table
    // Their numbers now, by those they had.
    var folders: [Int: Int] = [:]
    for (number, folder) in known.folders.enumerated() {
      if folder.address == listing.address {
        folders[number] = listing.folder
      } else if let parent = folder.parent.flatMap({ folders[$0] }), let address = folder.address,
        farFolders.insert(address).inserted
      {
        folders[number] = table.addFolder(at: address, in: parent, letters: folder.letters)
      }
    }
    for row in index.liveItems.compactMap(index.row).sorted() {
      guard let folder = known.folder(ofRow: row).flatMap({ folders[$0] }) else { continue }
      known.name(ofRow: row).withUnsafeBufferPointer {
        addFile($0, folder, listing.section, known.version(ofRow: row), &table)
      }
    }
  }

  /// Adds what has arrived of a folder on another machine, which was taken off the stack.
  ///
  /// - Returns: The error, if the walk stays there: the source may be asked again.
  mutating func take(
    _ result: Result<FoundPage, FeedError>, of listing: inout FarListing, _ table: inout ItemTable
  ) -> FeedError? {
    switch result {
    case .success(let page):
      for name in page.names.prefix(max(Self.maxFarNames - farNames, 0))
      where options.includesHidden || name.name.first != UInt8(ascii: ".") {
        if name.isFolder {
          name.name.withUnsafeBufferPointer { listing.folders.insert($0) }
        } else if ClipNames.isClip(name.name) {
          name.name.withUnsafeBufferPointer { listing.clips.insert($0, name.version) }
          if name.name == listing.target { listing.hasTarget = true }
        }
      }
      farNames += page.names.count
      listing.nameCount += page.names.count
      if page.hasMore {
        stack.append(.far(listing))
        return nil
      }
      for item in page.items { add(item, section: listing.section, &table) }
    case .failure(let error):
      if listing.nameCount > 0, error.isOfLine { listing.breaks += 1 }
      let isSkipped =
        listing.isArgument
        ? !stack.isEmpty : !error.isOfLine || listing.breaks > Self.maxBrokenLists
      guard isSkipped, error.reason != .cancelled else {
        // It starts anew when it is asked again.
        farNames -= listing.nameCount
        (listing.clips, listing.folders, listing.nameCount) = (SortedNames(), SortedNames(), 0)
        listing.hasTarget = false
        stack.append(.far(listing))
        return error
      }
      // An unreadable subfolder is skipped, as on a disk; what came of it stays.
      if listing.isArgument || error.isOfLine {
        add(
          FoundItem(kind: .notice(Notice(error, canRetry: true))), section: listing.section, &table)
      }
    }
    listing.clips.sort(isReversed: options.isReversed)
    listing.folders.sort(isReversed: options.isReversed)
    let parts: [Pending] = [
      .folders(listing.folders, folder: listing.folder, section: listing.section),
      .clips(listing.clips, folder: listing.folder, section: listing.section),
    ]
    stack += options.isReversed ? parts.reversed() : parts
    return nil
  }
}
