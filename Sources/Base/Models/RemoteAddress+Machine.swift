// Files on a machine that `ssh` reaches.
extension RemoteAddress {
  /// The machine, and who is logged in there: `sftp://ada@nas:2222/`.
  package var machine: RemoteAddress {
    RemoteAddress(less: "\(scheme.beginning)\(machineName)/", scheme)
  }

  /// The machine as it is typed: `ada@nas:2222`.
  package var machineName: String {
    [userInfo.map(String.init), hostField].compactMap(\.self).joined(separator: "@")
  }

  /// The path on the machine; a relative one starts at the user's home folder (`/~/`).
  package var pathThere: FilePath {
    let path = PercentCoding.decoded(target.utf8)
    guard path != Array("/~".utf8), path != Array("/~/".utf8) else { return FilePath(".") }
    if path.starts(with: "/~/".utf8) { return FilePath(bytes: path.dropFirst(3)) }
    return FilePath(bytes: path.starts(with: "//~".utf8) ? path.dropFirst() : path[...])
  }

  /// The address of a file or folder on the machine.
  ///
  /// - Parameter path: Absolute.
  package func at(_ path: FilePath) -> RemoteAddress {
    let target = PercentCoding.encodedPath(path.bytes)
    // Only at the beginning does `/~/` stand for the home folder.
    let isHome = target == "/~" || target.hasPrefix("/~/")
    return RemoteAddress(
      less: machine.string.dropLast() + (isHome ? "/" : "") + target, scheme)
  }

  /// A path on the machine as it is typed: `nas:/srv/clips`. Not suitable for opening.
  package func typed(_ path: FilePath) -> FilePath {
    FilePath(bytes: "\(machineName):".utf8 + path.bytes)
  }
}
