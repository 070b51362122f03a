import Glibc
import MediaCore
import Models
import Platform

/// The names of the subtitle files in a folder.
///
/// The last folder read is cached, since consecutive clips usually come from the same folder, and a
/// large one takes tens of milliseconds.
final class SidecarFolders: Sendable {
  private let latest = Lock<(version: FileStatus, names: [[UInt8]])?>(nil)

  /// Lists a folder's subtitle files, in byte order; none if it cannot be read.
  func names(in path: FilePath) -> [[UInt8]] {
    guard let folder = path.withCString({ opendir($0) }) else { return [] }
    defer { closedir(folder) }
    guard let version = try? FileStatus(descriptor: dirfd(folder)) else { return [] }
    if let known = latest.withLock({ $0?.version == version ? $0?.names : nil }) { return known }
    let names = Self.read(folder).sorted { $0.lexicographicallyPrecedes($1) }
    // A folder that has just changed may change again within a tick of the file system's clock.
    if version.modified.seconds < time(nil) - 1 { latest.withLock { $0 = (version, names) } }
    return names
  }

  private static let nameOffset = MemoryLayout<dirent>.offset(of: \.d_name) ?? 19

  private static func read(_ folder: OpaquePointer) -> [[UInt8]] {
    var names: [[UInt8]] = []
    var count = 0
    while count < DecodeLimits.folderEntries, names.count < DecodeLimits.sidecarNames,
      let entry = readdir(folder)
    {
      count += 1
      // The name is zero-terminated in readdir's buffer, and is copied before the next call.
      let start = UnsafeRawPointer(entry) + nameOffset
      let name = UnsafeBufferPointer(
        start: start.assumingMemoryBound(to: UInt8.self),
        count: strlen(start.assumingMemoryBound(to: CChar.self)))
      if SidecarName.isSubtitles(name) { names.append(Array(name)) }
    }
    return names
  }
}
