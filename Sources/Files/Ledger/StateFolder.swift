import Glibc
import Models
import Platform

/// The folder in which Flick keeps what it remembers: `$XDG_STATE_HOME/flick`, or
/// `~/.local/state/flick` (XDG Base Directory Specification).
package struct StateFolder: Hashable, Sendable {
  /// Absolute.
  package let path: FilePath

  /// How long another process may hold the lock, in seconds. It holds it for one write, or to
  /// compact a file; one that is stopped in the middle of that keeps it.
  private static let patience = 1.0

  /// Finds the folder; `nil` if the environment has no place for it.
  package init?(environment: [String: String]) {
    guard let state = BaseFolder.state(environment) else { return nil }
    self.init(path: FilePath("\(state)/flick"))
  }

  /// Takes any folder.
  package init(path: FilePath) {
    self.path = path
  }

  /// A file in the folder.
  package func file(_ name: String) -> FilePath { path.appending(FilePath(name)) }

  /// Makes the folder and those above it, for the user alone.
  package func make() {
    var end = path.bytes.startIndex
    while end < path.bytes.endIndex {
      end = path.bytes[(end + 1)...].firstIndex(of: UInt8(ascii: "/")) ?? path.bytes.endIndex
      _ = FilePath(bytes: path.bytes[..<end]).withCString { mkdir($0, 0o700) }
    }
  }

  /// Calls `body` while no other process that does the same is in its own.
  func withLock<Result>(_ body: () throws(FileError) -> Result) throws(FileError) -> Result {
    make()
    let path = file("lock")
    let flags = O_RDWR | O_CREAT | O_NONBLOCK | O_NOFOLLOW
    let descriptor = try path.open(flags, mode: 0o600)
    // Closing gives the lock back.
    defer { close(descriptor) }
    let deadline = HostTime.now + Self.patience
    while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
      // Some network file systems have no locks: appending is safe there without.
      guard errno == EWOULDBLOCK || errno == EINTR else { break }
      guard HostTime.now < deadline else { throw FileError.held(path) }
      usleep(2_000)
    }
    return try body()
  }
}
