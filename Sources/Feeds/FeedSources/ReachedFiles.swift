import Models

/// The folders that were read and the files that arguments named. Anything reached a second time
/// appears in the feed only once.
///
/// A file is identified by its folder and its name, not by its inode, which would take a query for
/// each file of a folder.
struct ReachedFiles: Sendable {
  /// The folders that were read.
  var folders: Set<FileIdentity> = []
  /// The names of files that arguments named, by folder.
  private(set) var names: [FileIdentity: Set<[UInt8]>] = [:]
  /// By path, since most arguments name files of the same folder.
  private var identities: [FilePath: FileIdentity] = [:]

  /// Records a file that an argument names.
  ///
  /// - Parameters:
  ///   - path: As given.
  ///   - isListed: Whether a folder that was read has a file of this name in the feed.
  /// - Returns: Whether it is reached for the first time.
  mutating func insert(_ path: FilePath, isListed: (_ name: [UInt8]) -> Bool) -> Bool {
    let isLink = (try? FileStatus(path, followsLinks: false))?.kind == .link
    let path = isLink ? path.resolved ?? path : path
    guard let folder = identity(of: path.parent) else { return true }
    let name = path.lastComponent
    if folders.contains(folder), isListed(name) { return false }
    return names[folder, default: []].insert(name).inserted
  }

  private mutating func identity(of folder: FilePath) -> FileIdentity? {
    if let known = identities[folder] { return known }
    identities[folder] = (try? FileStatus(folder))?.identity
    return identities[folder]
  }
}
