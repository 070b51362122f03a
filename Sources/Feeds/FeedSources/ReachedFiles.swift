import Glibc
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
    let path = Self.resolved(path)
    guard let folder = identity(of: path.parent) else { return true }
    let name = path.lastComponent
    if folders.contains(folder), isListed(name) { return false }
    return names[folder, default: []].insert(name).inserted
  }

  private mutating func identity(of folder: FilePath) -> FileIdentity? {
    if let known = identities[folder] { return known }
    var status = stat()
    guard folder.withCString({ stat($0, &status) }) == 0 else { return nil }
    let identity = FileIdentity(status)
    identities[folder] = identity
    return identity
  }

  /// Where a link leads; any other path as it is.
  private static func resolved(_ path: FilePath) -> FilePath {
    var status = stat()
    guard path.withCString({ lstat($0, &status) }) == 0, status.st_mode & S_IFMT == S_IFLNK,
      let resolved = path.withCString({ realpath($0, nil) })
    else { return path }
    defer { free(resolved) }
    return FilePath(String(cString: resolved))
  }
}
