import Glibc
import MediaCore
import Models
import Platform

/// The names of the caption files in a folder.
///
/// The folder that was read last is remembered, since clips come from the same folder one after the
/// other, and a large one takes tens of milliseconds.
final class SidecarFolders: Sendable {
  /// Tells a folder, as it was at some time, from others.
  private struct Version: Equatable {
    var device: UInt64
    var number: UInt64
    var seconds: Int
    var nanoseconds: Int

    init(_ status: stat) {
      device = UInt64(status.st_dev)
      number = UInt64(status.st_ino)
      seconds = status.st_mtim.tv_sec
      nanoseconds = status.st_mtim.tv_nsec
    }
  }

  private let latest = Lock<(version: Version, names: [[UInt8]])?>(nil)

  /// Lists a folder's caption files, in the order of their bytes; none if it cannot be read.
  func names(in path: FilePath) -> [[UInt8]] {
    guard let folder = path.withCString({ opendir($0) }) else { return [] }
    defer { closedir(folder) }
    var status = stat()
    guard fstat(dirfd(folder), &status) == 0 else { return [] }
    let version = Version(status)
    if let known = latest.withLock({ $0?.version == version ? $0?.names : nil }) { return known }
    let names = Self.read(folder).sorted { $0.lexicographicallyPrecedes($1) }
    // A folder that has just changed may change again within a tick of the file system's clock.
    if version.seconds < time(nil) - 1 { latest.withLock { $0 = (version, names) } }
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
      // The name lies in readdir's buffer, ended by a zero, and is copied before the next call.
      let start = UnsafeRawPointer(entry) + nameOffset
      let name = UnsafeBufferPointer(
        start: start.assumingMemoryBound(to: UInt8.self),
        count: strlen(start.assumingMemoryBound(to: CChar.self)))
      if SidecarName.isCaptions(name) { names.append(Array(name)) }
    }
    return names
  }
}
