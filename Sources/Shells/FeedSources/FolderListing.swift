import Glibc
import Models

/// A folder or file as the file system numbers it, whatever path leads there.
struct FileIdentity: Hashable {
  private let device: UInt
  private let number: UInt

  init(_ status: stat) {
    device = UInt(status.st_dev)
    number = UInt(status.st_ino)
  }
}

/// Which entries of folders are wanted.
struct NameFilter {
  var includesHidden: Bool
  /// What a clip's name must contain, already folded by `NaturalOrder.folding`; empty for anything.
  var match: [UInt8]

  init(includesHidden: Bool, match: [UInt8]) {
    self.includesHidden = includesHidden
    self.match = match.withUnsafeBufferPointer(NaturalOrder.folding)
  }

  /// Whether a name contains the text looked for.
  func matches(_ name: UnsafeBufferPointer<UInt8>) -> Bool {
    guard !match.isEmpty else { return true }
    let name = NaturalOrder.folding(name)
    guard name.count >= match.count else { return false }
    return (0...(name.count - match.count)).contains { name[$0...].starts(with: match) }
  }
}

/// What one folder holds: clips and further folders, not looked into.
struct FolderListing {
  private(set) var clips: SortedNames
  private(set) var folders: SortedNames

  /// How an entry counts.
  private enum Kind {
    case clip
    case folder
    case neither
  }

  private static let nameOffset = MemoryLayout<dirent>.offset(of: \.d_name) ?? 19

  /// Reads a folder. The result is `nil`, with `errno` set, if the folder cannot be read, and empty
  /// if it was visited before.
  ///
  /// - Parameters:
  ///   - path: The folder.
  ///   - filter: Which entries to take.
  ///   - isReversed: Whether the lists begin at the end.
  ///   - pinned: A file in it that counts as a clip whatever it is called.
  ///   - visited: The folders read before; this one is added.
  ///   - isClip: Which files are clips, by their names.
  init?(
    _ path: FilePath, filter: NameFilter, isReversed: Bool, pinned: [UInt8]?,
    visited: inout Set<FileIdentity>,
    isClip: (UnsafeBufferPointer<UInt8>) -> Bool = ClipNames.isClip
  ) {
    clips = SortedNames(isReversed: isReversed)
    folders = SortedNames(isReversed: isReversed)
    guard let folder = path.withCString({ opendir($0) }) else { return nil }
    defer { closedir(folder) }
    let descriptor = dirfd(folder)
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return nil }
    guard visited.insert(FileIdentity(status)).inserted else { return }

    // A pinned file stays in the feed even if its folder does not list it any more.
    pinned?.withUnsafeBufferPointer { clips.insert($0) }
    while let entry = readdir(folder) {
      // The name lies in readdir's buffer, ended by a zero, and is copied before the next call.
      let start = UnsafeRawPointer(entry) + Self.nameOffset
      let name = UnsafeBufferPointer(
        start: start.assumingMemoryBound(to: UInt8.self),
        count: strlen(start.assumingMemoryBound(to: CChar.self)))
      if name.first == UInt8(ascii: ".") {
        if name.count == 1 || name.count == 2 && name[1] == UInt8(ascii: ".") { continue }
        if !filter.includesHidden { continue }
      }
      if let pinned, name.elementsEqual(pinned) { continue }
      switch Self.kind(
        of: name, type: Int32(entry.pointee.d_type), in: descriptor, isClip: isClip)
      {
      case .clip: if filter.matches(name) { clips.insert(name) }
      case .folder: folders.insert(name)
      case .neither: break
      }
    }
  }

  /// Takes the next clip's name, in natural order.
  mutating func takeClip() -> [UInt8]? { clips.popFirst() }

  /// Takes the next folder's name, likewise.
  mutating func takeFolder() -> [UInt8]? { folders.popFirst() }

  private static func kind(
    of name: UnsafeBufferPointer<UInt8>, type: Int32, in folder: Int32,
    isClip: (UnsafeBufferPointer<UInt8>) -> Bool
  ) -> Kind {
    switch type {
    case Int32(DT_REG): return isClip(name) ? .clip : .neither
    case Int32(DT_DIR): return .folder
    case Int32(DT_LNK), Int32(DT_UNKNOWN):
      // Some file systems do not tell the type, and a link's own is not what counts.
      var status = stat()
      let result = name.withMemoryRebound(to: CChar.self) { name in
        name.baseAddress.map { fstatat(folder, $0, &status, 0) } ?? -1
      }
      guard result == 0 else { return .neither }
      switch status.st_mode & S_IFMT {
      case S_IFDIR: return .folder
      case S_IFREG: return isClip(name) ? .clip : .neither
      default: return .neither
      }
    default: return .neither
    }
  }
}
