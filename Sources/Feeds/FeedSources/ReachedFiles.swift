import Models

/// The folders that have been read and the files that arguments have named: what another argument leads
/// to once more stands in the feed once.
///
/// A file is known by its folder and its name there, not by its number: that would have to be asked for
/// every file of a folder.
struct ReachedFiles: Sendable {
  /// The folders that have been read.
  var folders: Set<FileIdentity> = []
  /// The names of files that arguments have named, by folder.
  private(set) var names: [FileIdentity: Set<[UInt8]>] = [:]
  /// By path, as arguments mostly name files of the same folder.
  private var identities: [FilePath: FileIdentity] = [:]

  /// Notes a file that an argument names.
  ///
  /// - Parameters:
  ///   - path: As given.
  ///   - isListed: Whether a folder that has been read has files of this name in the feed.
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
