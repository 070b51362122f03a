import FeedCore
import Models

/// The name of a feed's source, the same in every run of the program.
///
/// Paths are looked up in the file system: don't use on the main thread while the program runs.
package struct SourceName: Sendable {
  /// A folder as the feed's paths begin with it, and its canonical path.
  private struct Root: Sendable {
    var walked: [UInt8]
    var canonical: [UInt8]
  }

  /// Addresses of files and of the web, separated by spaces.
  let text: String
  private let roots: [Root]

  /// Longer names are shortened to their beginning and a hash, in bytes: the shell may have passed
  /// ten thousand files.
  private static let longest = 1_024

  /// Names a feed.
  ///
  /// - Parameters:
  ///   - paths: As given; none stands for the current folder.
  ///   - lists: Files of paths; `-` is standard input.
  ///   - isOnly: Whether a single file stands alone, without its folder.
  package init(paths: [FilePath], lists: [FilePath] = [], isOnly: Bool = false) {
    let paths = paths.isEmpty && lists.isEmpty ? [FilePath(".")] : paths
    var names: [String] = []
    var roots: [Root] = []
    for path in paths {
      if let address = RemoteAddress(
        PercentCoding.encoded(String(decoding: path.bytes, as: UTF8.self)))
      {
        names.append(address.withoutSecrets.string)
      } else {
        let path = FilePath(uri: String(decoding: path.bytes, as: UTF8.self)) ?? path
        // A single file that is no list opens its folder's feed.
        let place =
          Self.isFile(path) && paths.count == 1 && !isOnly
            && !Playlist.extensions.contains(path.lowercaseExtension) ? path.parent : path
        names.append(CanonicalPath.ofPlace(place).uri)
        roots.append(Self.root(place))
        // Files named by a list lie next to it.
        if Self.isFile(path) { roots.append(Self.root(path.parent)) }
      }
    }
    for list in lists {
      names.append(list == FilePath("-") ? "-" : CanonicalPath.ofPlace(list).uri)
      if list != FilePath("-") { roots.append(Self.root(list.parent)) }
    }
    let here = CanonicalPath.ofPlace(FilePath(".")).bytes + Self.slash
    self.roots = roots + [Root(walked: [], canonical: here)]
    text = Self.shortened(names.joined(separator: " "))
  }

  /// Names a feed that is not made of files.
  package init(_ text: String) {
    self.text = text
    roots = []
  }

  /// The canonical form of a path of the feed.
  func canonical(_ path: FilePath) -> FilePath {
    for root in roots where path.bytes.starts(with: root.walked) {
      if root.walked.isEmpty, path.isAbsolute { continue }
      return FilePath(bytes: root.canonical + path.bytes.dropFirst(root.walked.count))
    }
    return path
  }

  /// The feed's path for a canonical one.
  func walked(_ path: FilePath) -> FilePath {
    for root in roots where path.bytes.starts(with: root.canonical) {
      let walked = FilePath(bytes: root.walked + path.bytes.dropFirst(root.canonical.count))
      if canonical(walked) == path { return walked }
    }
    return path
  }

  private static let slash = [UInt8(ascii: "/")]

  private static func root(_ folder: FilePath) -> Root {
    Root(walked: beginning(folder), canonical: beginning(CanonicalPath.ofPlace(folder)))
  }

  private static func beginning(_ folder: FilePath) -> [UInt8] {
    folder.bytes.last == slash[0] ? folder.bytes : folder.bytes + slash
  }

  private static func isFile(_ path: FilePath) -> Bool {
    (try? FileStatus(path)).map { $0.kind != .folder } ?? false
  }

  private static func shortened(_ text: String) -> String {
    guard text.utf8.count > longest else { return text }
    let digits = String(OrderRank.hash(text.utf8), radix: 16)
    return "\(text.prefix { $0 != " " }.prefix(longest)) … \(digits)"
  }
}
