import Glibc
import Models
import Platform

extension FilePath {
  /// The whole path, from the root on.
  ///
  /// - Throws: Why the folder that the process works in has none.
  var fromRoot: FilePath {
    get throws(SystemError) {
      if isAbsolute { return self }
      var folder = [CChar](repeating: 0, count: Int(PATH_MAX))
      guard getcwd(&folder, folder.count) != nil else { throw SystemError(number: errno) }
      let root = FilePath(bytes: folder.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) })
      let dot = Array("./".utf8)
      return root.appending(bytes.starts(with: dot) ? FilePath(bytes: bytes.dropFirst(2)) : self)
    }
  }
}
