import Glibc
import Models

extension FilePath {
  /// The folder on the path that this user may not enter; `nil` if that is not why the file cannot
  /// be opened, or if it is behind a link.
  var closedFolder: FilePath? {
    var path = self
    var status = stat()
    // The contents of such a folder cannot even be stat'ed.
    while path != path.parent, path.withCString({ lstat($0, &status) }) != 0, errno == EACCES {
      path = path.parent
      if path.withCString({ stat($0, &status) }) == 0 { return path }
    }
    return nil
  }
}
