import Glibc
import Platform

extension FilePath {
  /// The working directory of the process.
  ///
  /// - Throws: Why it has no path.
  package static var current: FilePath {
    get throws(SystemError) {
      var folder = [CChar](repeating: 0, count: Int(PATH_MAX))
      guard getcwd(&folder, folder.count) != nil else { throw SystemError() }
      return FilePath(bytes: folder.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)))
    }
  }

  /// The absolute path.
  ///
  /// - Throws: Why the working directory has none.
  package var fromRoot: FilePath {
    get throws(SystemError) {
      if isAbsolute { return self }
      let isBelow = bytes.starts(with: "./".utf8)
      return try Self.current.appending(isBelow ? FilePath(bytes: bytes.dropFirst(2)) : self)
    }
  }

  /// The absolute path with links resolved; `nil` if nothing exists there.
  package var resolved: FilePath? {
    guard let resolved = withCString({ realpath($0, nil) }) else { return nil }
    defer { free(resolved) }
    return FilePath(bytes: UnsafeRawBufferPointer(start: resolved, count: strlen(resolved)))
  }
}
