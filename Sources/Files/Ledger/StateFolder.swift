import Glibc
import Models
import Platform

/// The folder of Flick's saved state: `$XDG_STATE_HOME/flick`, or `~/.local/state/flick` (XDG Base
/// Directory Specification).
package struct StateFolder: Hashable, Sendable {
  /// Absolute.
  package let path: FilePath

  /// How long to wait for another process's lock, in seconds. It is held for one write or one
  /// compaction; a process that is stopped meanwhile keeps it.
  private static let patience = 1.0

  /// Finds the folder; `nil` if the environment specifies none.
  package init?(environment: [String: String]) {
    guard let state = BaseFolder.state(environment) else { return nil }
    self.init(path: FilePath("\(state)/flick"))
  }

  /// Uses a given folder.
  package init(path: FilePath) {
    self.path = path
  }

  /// A file in the folder.
  package func file(_ name: String) -> FilePath { path.appending(FilePath(name)) }

  /// Creates the folder and its parents, accessible to the user only.
  package func make() {
    var end = path.bytes.startIndex
    while end < path.bytes.endIndex {
      end = path.bytes[(end + 1)...].firstIndex(of: UInt8(ascii: "/")) ?? path.bytes.endIndex
      _ = FilePath(bytes: path.bytes[..<end]).withCString { mkdir($0, 0o700) }
    }
  }

  /// Calls `body` while no other process is inside this function.
  func withLock<Result>(_ body: () throws(FileError) -> Result) throws(FileError) -> Result {
    make()
    let path = file("lock")
    let flags = O_RDWR | O_CREAT | O_NONBLOCK | O_NOFOLLOW
    let descriptor = try path.open(flags, mode: 0o600)
    // Closing releases the lock.
    defer { close(descriptor) }
    let deadline = HostTime.now + Self.patience
    while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
      // Some network file systems don't support locks: appending is safe there without.
      guard errno == EWOULDBLOCK || errno == EINTR else { break }
      guard HostTime.now < deadline else { throw FileError.held(path) }
      usleep(2_000)
    }
    return try body()
  }
}
