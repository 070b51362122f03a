import Glibc
import Models

/// Everything in a folder and below it, to compare before and after.
package struct FolderSnapshot: Equatable {
  /// What is at each path: its kind, permissions and content, or where a link leads.
  package private(set) var entries: [String: [UInt8]] = [:]

  /// Reads a folder.
  ///
  /// - Parameter isLeftOut: Of what is found by path, what does not count.
  package init(_ folder: String, leavingOut isLeftOut: (String) -> Bool = { _ in false }) {
    add(folder, isLeftOut)
  }

  /// The paths at which something differs, in order.
  package func differences(from other: FolderSnapshot) -> [String] {
    Set(entries.keys).union(other.entries.keys).filter { entries[$0] != other.entries[$0] }.sorted()
  }

  private mutating func add(_ path: String, _ isLeftOut: (String) -> Bool) {
    var status = stat()
    guard !isLeftOut(path), lstat(path, &status) == 0 else { return }
    var entry = Array("\(String(status.st_mode, radix: 8)) ".utf8)
    switch status.st_mode & S_IFMT {
    case S_IFREG: entry += Command.contents(of: path)
    case S_IFLNK:
      var target = [UInt8](repeating: 0, count: 4_096)
      let count = target.withUnsafeMutableBytes { buffer in
        buffer.withMemoryRebound(to: CChar.self) {
          $0.baseAddress.map { readlink(path, $0, 4_096) }
        }
      }
      entry += target.prefix(max(count ?? 0, 0))
    case S_IFDIR:
      if let folder = opendir(path) {
        while let next = readdir(folder) {
          let name = withUnsafeBytes(of: &next.pointee.d_name) { bytes in
            String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
          }
          if name != ".", name != ".." { add("\(path)/\(name)", isLeftOut) }
        }
        closedir(folder)
      }
    default: break
    }
    entries[path] = entry
  }
}
