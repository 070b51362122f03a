import FeedCore
import Models

extension FeedLoop {
  /// Processes changes in watched folders, once it is quiet there.
  mutating func followChanges() {
    search.request.watch.read(into: &touched)
    guard canFollowChanges, !touched.isOverflow, let entries = touched.take() else { return }
    let found = FolderChanges(
      entries, in: search, includesHidden: search.request.options.includesHidden)
    // Deletions first: a folder that was renamed is new, too.
    search.walker.forget(found.goneFolders)
    changes += search.index.delete(found.gone)
    changes += search.insert { walker, table in
      for (file, section) in found.newFiles {
        walker.addAdded(file.name, in: file.folder, section: section, &table)
      }
      for (entry, section) in found.newFolders {
        let path = table.folders[entry.folder].path.appending(FilePath(bytes: entry.name))
        walker.readAdded(path, in: entry.folder, section: section, &table)
      }
    }
    changes += reloads(of: found.written)
  }

  /// The changes that mean other content.
  mutating func reloads(of ids: [ItemID]) -> [FeedChange] {
    ids.compactMap { id in
      guard search.index.isLive(id), let item = search.index.item(id) else { return nil }
      versions.note(item, isReloaded: true)
      return .reload(item)
    }
  }
}

/// The current state of folder entries that were changed.
private struct FolderChanges {
  struct Entry: Hashable {
    var folder: Int
    var name: [UInt8]
  }

  private(set) var gone: [ItemID] = []
  private(set) var goneFolders: Set<Int> = []
  private(set) var newFiles: [(entry: Entry, section: Int)] = []
  private(set) var newFolders: [(entry: Entry, section: Int)] = []
  /// Items whose files have other content.
  private(set) var written: [ItemID] = []

  init(_ entries: [TouchedEntries.Key: Bool], in search: FeedSearch, includesHidden: Bool) {
    let watches = search.walker.watches
    let touched = Set(entries.keys.compactMap { watches[$0.watch]?.folder })
    let index = search.index
    let table = index.table
    let knownFolders = Self.folders(in: touched, of: search)
    var knownFiles: [Entry: [ItemID]] = [:]
    for id in index.liveItems {
      guard let row = index.row(of: id), let folder = table.folder(ofRow: row),
        touched.contains(folder)
      else { continue }
      knownFiles[Entry(folder: folder, name: Array(table.name(ofRow: row))), default: []]
        .append(id)
    }

    var goneRoots: Set<Int> = []
    for (key, isWritten) in entries {
      guard let (folder, section) = watches[key.watch],
        includesHidden || key.name.first != UInt8(ascii: ".")
      else { continue }
      let entry = Entry(folder: folder, name: key.name)
      let path = table.folders[folder].path.appending(FilePath(bytes: key.name))
      let kind = (try? FileStatus(path))?.kind
      if let known = knownFolders[entry] {
        if kind == .folder { continue }
        goneRoots.insert(known)
      }
      let files = knownFiles[entry] ?? []
      switch kind {
      case .folder:
        gone += files
        newFolders.append((entry, section))
      case .file where !files.isEmpty:
        if isWritten { written += files }
      case .file where ClipNames.isClip(key.name):
        // A file being written appears when it is closed; a link appears at once.
        if isWritten || Self.isLink(path) { newFiles.append((entry, section)) }
      default: gone += files
      }
    }
    guard !goneRoots.isEmpty else { return }
    let isGone = { table.isFolder($0, within: goneRoots) }
    goneFolders = Set(watches.values.map(\.folder).filter(isGone))
    gone += index.liveItems.filter {
      index.row(of: $0).flatMap(table.folder).map(isGone) ?? false
    }
  }

  /// The subfolders of known folders, by name.
  private static func folders(in parents: Set<Int>, of search: FeedSearch) -> [Entry: Int] {
    var folders: [Entry: Int] = [:]
    for (_, place) in search.walker.watches {
      let folder = search.index.table.folders[place.folder]
      guard let parent = folder.parent, parents.contains(parent) else { continue }
      folders[Entry(folder: parent, name: folder.path.lastComponent)] = place.folder
    }
    return folders
  }

  private static func isLink(_ path: FilePath) -> Bool {
    guard let status = try? FileStatus(path, followsLinks: false) else { return false }
    return status.kind == .link || status.hasOtherNames
  }
}

extension ItemTable {
  /// Whether a folder is one of some others, or inside one.
  fileprivate func isFolder(_ folder: Int, within others: Set<Int>) -> Bool {
    var folder: Int? = folder
    while let current = folder {
      if others.contains(current) { return true }
      folder = folders[current].parent
    }
    return false
  }
}
