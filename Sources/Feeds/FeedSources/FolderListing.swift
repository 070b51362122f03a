import FeedCore
import Models
import Platform

/// The content of one folder: clips and subfolders, unread.
struct FolderListing {
  /// Which entries to take, and which comes first.
  struct Rule {
    var includesHidden: Bool
    var isReversed: Bool
    /// A file that counts as a clip whatever its name, and stays in the feed even if its folder no
    /// longer lists it.
    var pinned: [UInt8]?
  }

  let path: FilePath
  let identity: FileIdentity
  /// The folder's version when it was opened, while it is not watched; `nil` if it is, or cannot be
  /// read.
  var unwatched: FileStatus?
  private var entries: FolderEntries
  private let rule: Rule

  /// Reads a folder.
  ///
  /// - Parameters:
  ///   - path: The folder.
  ///   - rule: Which entries to take.
  ///   - visited: The folders read before; this one is added.
  /// - Returns: `nil` if it was read before.
  /// - Throws: Why it cannot be read.
  init?(_ path: FilePath, rule: Rule, visited: inout Set<FileIdentity>) throws(SystemError) {
    let folder = try path.withCString { path throws(SystemError) in try OpenFolder(path) }
    identity = try FileStatus(descriptor: folder.descriptor).identity
    guard visited.insert(identity).inserted else { return nil }
    self.path = path
    self.rule = rule
    entries = FolderEntries(folder)
  }

  /// Whether there certainly is a clip, and finding the first one takes a while.
  var isLargeWithClip: Bool {
    guard entries.isLarge else { return false }
    var hasClip = false
    entries.visit { name, type in
      if type == .file, isVisible(name), ClipNames.isClip(name) { hasClip = true }
    }
    return hasClip
  }

  /// The clip that comes first, if that is known without sorting: in a reversed feed, folders come
  /// before clips.
  mutating func firstClip() -> [UInt8]? {
    entries.readRest()
    // Called for a hundred thousand names: nothing is retained for any of them.
    let (isReversed, includesHidden, entries) = (rule.isReversed, rule.includesHidden, entries)
    var first = rule.pinned ?? []
    var hasFolder = false
    entries.visit { name, type in
      if isReversed, type == .folder || type == .unknown { hasFolder = true }
      guard !hasFolder, includesHidden || name.first != UInt8(ascii: ".") else { return }
      if !first.isEmpty {
        // Rules out most names before anything else is known of them.
        let precedes = first.withUnsafeBufferPointer { first in
          isReversed ? NaturalOrder.precedes(first, name) : NaturalOrder.precedes(name, first)
        }
        guard precedes else { return }
      }
      if kind(of: name, type: type) == .file, ClipNames.isClip(name) { first = Array(name) }
    }
    return hasFolder || first.isEmpty ? nil : first
  }

  /// All clips and all folders, each in order.
  mutating func sorted() -> (clips: SortedNames, folders: SortedNames) {
    entries.readRest()
    var clips = SortedNames()
    var folders = SortedNames()
    rule.pinned?.withUnsafeBufferPointer { clips.insert($0) }
    let entries = entries
    entries.visit { name, type in
      guard isVisible(name) else { return }
      if let pinned = rule.pinned, name.elementsEqual(pinned) { return }
      switch kind(of: name, type: type) {
      case .file where ClipNames.isClip(name): clips.insert(name)
      case .folder: folders.insert(name)
      case .file, .other, .unknown: break
      }
    }
    clips.sort(isReversed: rule.isReversed)
    folders.sort(isReversed: rule.isReversed)
    return (clips, folders)
  }

  private func isVisible(_ name: UnsafeBufferPointer<UInt8>) -> Bool {
    rule.includesHidden || name.first != UInt8(ascii: ".")
  }

  private func kind(
    of name: UnsafeBufferPointer<UInt8>, type: FolderEntries.Kind
  ) -> FolderEntries.Kind {
    guard type == .unknown else { return type }
    // Some file systems do not report the type, and for a link its target's counts.
    return switch (try? FileStatus(path.appending(FilePath(bytes: name))))?.kind {
    case .folder: .folder
    case .file: .file
    default: .other
    }
  }
}
