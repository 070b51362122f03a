import FeedCore
import Models

/// How paths are saved: those below the database's folder are relative to it, so that both can move
/// together (docs/decisions/records.md). In the state folder, all are absolute.
struct LocationBase: Sendable {
  /// Canonical, with a slash at its end; `nil` if all paths are saved as absolute ones.
  private let folder: [UInt8]?
  /// Whether the database may be anybody's: then it speaks of its own folder only.
  private let isForeign: Bool

  private static let slash = UInt8(ascii: "/")
  /// Begins a relative path.
  static let here = "./"

  /// Looks paths up in the file system.
  init(_ place: StorePlace) {
    if case .folder = place { isForeign = true } else { isForeign = false }
    if case .state = place {
      folder = nil
    } else {
      let folder = CanonicalPath.ofPlace(place.file.parent).bytes
      self.folder = folder.last == Self.slash ? folder : folder + [Self.slash]
    }
  }

  /// The location of a file or folder, by its canonical path.
  func location(_ path: FilePath) -> String {
    guard let folder, (path.bytes + [Self.slash]).starts(with: folder) else { return path.uri }
    return Self.here + PercentCoding.encodedPath(Array(path.bytes.dropFirst(folder.count)))
  }

  /// The path of a file's location; `nil` if it is not one, or if a database that travels names what is
  /// outside of its folder.
  func path(_ location: String) -> FilePath? {
    guard let folder, location.hasPrefix(Self.here) else {
      return isForeign ? nil : FilePath(uri: location).flatMap { $0.isPlain ? $0 : nil }
    }
    let bytes = PercentCoding.decoded(location.utf8.dropFirst(Self.here.utf8.count))
    let path = FilePath(bytes: folder + bytes)
    guard !bytes.isEmpty, !bytes.contains(0), path.isPlain else { return nil }
    // A link may lead outside. What is not there leads nowhere yet.
    guard isForeign, let parent = path.parent.resolved else { return path }
    return (parent.bytes + [Self.slash]).starts(with: folder) ? path : nil
  }

  /// What a saved address or a file's location names; `nil` if it is neither, or if a database that
  /// travels names what is on no web server.
  func media(_ location: String) -> MediaLocation? {
    if let path = path(location) { return .file(path) }
    return RemoteAddress(location).flatMap { $0.scheme.isWeb || !isForeign ? .remote($0) : nil }
  }

  /// A location that means the same everywhere on this machine.
  func absolute(_ location: String) -> String {
    location.hasPrefix(Self.here) ? path(location)?.uri ?? location : location
  }

  /// A source's name as saved: its addresses are separated by spaces, and those of files below the
  /// base are relative.
  func source(_ names: String) -> String {
    guard folder != nil else { return names }
    return names.split(separator: " ").map { name in
      FilePath(uri: String(name)).map { location($0) } ?? String(name)
    }.joined(separator: " ")
  }

  /// Whether a canonical path contains the base.
  func isBelow(_ path: FilePath) -> Bool {
    let beginning = path.bytes.last == Self.slash ? path.bytes : path.bytes + [Self.slash]
    return folder?.starts(with: beginning) ?? false
  }
}

extension FilePath {
  /// Whether an absolute path goes from folder to folder, without `.`, `..` and empty components,
  /// so that its beginning tells which folders it is in.
  var isPlain: Bool {
    isAbsolute
      && bytes.dropFirst().split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        .allSatisfy { !$0.isEmpty && !$0.elementsEqual(".".utf8) && !$0.elementsEqual("..".utf8) }
  }
}
