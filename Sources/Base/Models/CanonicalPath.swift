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

  /// The path of something that may not exist yet: links are resolved as far as it does, the rest is read
  /// word by word.
  ///
  /// - Parameter path: An absolute path.
  package static func ofFuture(_ path: FilePath) -> FilePath {
    var (folder, rest) = (FilePath(bytes: path.trimmingTrailingSlashes), [[UInt8]]())
    while true {
      if let resolved = folder.resolved {
        return rest.reversed().reduce(resolved) { folder, name in
          name == Array("..".utf8)
            ? folder.parent
            : name == Array(".".utf8) ? folder : folder.appending(FilePath(bytes: name))
        }
      }
      guard folder.parent != folder else { return path }
      rest.append(folder.lastComponent)
      folder = folder.parent
    }
  }
}
