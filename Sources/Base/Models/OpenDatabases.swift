import Platform

/// The databases that this process has opened. Nothing but SQLite may open them: closing any descriptor of a file
/// drops all of the process's locks on it (https://sqlite.org/howtocorrupt.html, 2.2), and a clip may be a link to one.
package enum OpenDatabases {
  private static let paths = Lock<Set<FilePath>>([])
  /// What is beside a database (https://sqlite.org/tempfiles.html).
  package static let suffixes = ["-journal", "-wal", "-shm"]

  /// Adds a database for good.
  package static func add(_ path: FilePath) {
    paths.withLock { _ = $0.insert(path) }
  }

  /// Whether a path leads to one of them, or to what is beside one.
  static func contains(_ path: FilePath) -> Bool {
    let databases = paths.withLock { $0 }
    guard !databases.isEmpty, let identity = try? FileStatus(path).identity else { return false }
    return databases.contains { database in
      ([""] + suffixes).contains { suffix in
        (try? FileStatus(FilePath(bytes: database.bytes + suffix.utf8)))?.identity == identity
      }
    }
  }
}
