import Models

/// Paths as they are the same from whatever folder a program is started in.
package enum CanonicalPath {
  /// A file's: its folder's links are resolved, the file itself may be a link, or gone.
  package static func ofItem(_ path: FilePath) -> FilePath {
    ofPlace(path.parent).appending(FilePath(bytes: path.lastComponent))
  }

  /// A folder's or list's: all links are resolved. Of what is not there, what can be told without.
  package static func ofPlace(_ path: FilePath) -> FilePath {
    if let resolved = path.resolved { return resolved }
    if let folder = path.parent.resolved {
      return folder.appending(FilePath(bytes: path.lastComponent))
    }
    return FilePath(".").resolved?.appending(path) ?? path
  }
}
