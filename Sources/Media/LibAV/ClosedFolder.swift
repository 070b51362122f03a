import Glibc
import Models

extension FilePath {
  /// The folder on the way to a file that this user may not enter; `nil` if it is not that which keeps
  /// the file from being opened, or if it stands behind a link.
  var closedFolder: FilePath? {
    var path = self
    var status = stat()
    // What is in such a folder cannot even be looked at.
    while path != path.parent, path.withCString({ lstat($0, &status) }) != 0, errno == EACCES {
      path = path.parent
      if path.withCString({ stat($0, &status) }) == 0 { return path }
    }
    return nil
  }
}
