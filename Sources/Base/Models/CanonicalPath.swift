/// Paths that are the same from whatever folder a program is started in.
package enum CanonicalPath {
  /// A file's path: links in its folder are resolved; the file itself may be a link, or gone.
  package static func ofItem(_ path: FilePath) -> FilePath {
    ofPlace(path.parent).appending(FilePath(bytes: path.lastComponent))
  }

  /// A folder's or list's path: all links are resolved. If it does not exist, resolved as far as
  /// possible.
  package static func ofPlace(_ path: FilePath) -> FilePath {
    if let resolved = path.resolved { return resolved }
    if let folder = path.parent.resolved {
      return folder.appending(FilePath(bytes: path.lastComponent))
    }
    return FilePath(".").resolved?.appending(path) ?? path
  }
}
