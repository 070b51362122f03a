import Glibc
import Models

extension FilePath {
  /// The whole path, from the root on; `nil` if the folder that the process works in has none, with
  /// the reason in `errno`.
  var fromRoot: FilePath? {
    if isAbsolute { return self }
    var folder = [CChar](repeating: 0, count: Int(PATH_MAX))
    guard getcwd(&folder, folder.count) != nil else { return nil }
    let root = FilePath(bytes: folder.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) })
    let dot = Array("./".utf8)
    return root.appending(bytes.starts(with: dot) ? FilePath(bytes: bytes.dropFirst(2)) : self)
  }
}
