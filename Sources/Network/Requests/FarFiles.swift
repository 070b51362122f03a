import Models

/// Looks at files on other machines, and moves them.
package protocol FarFiles: Sendable {
  /// Sends requests to a machine, all at once: each is sent before the first reply is awaited, and carried out in
  /// this order. Waits for the replies, at most until the machine has been silent for 20 seconds.
  ///
  /// - Parameter machine: An address on the machine.
  /// - Returns: The replies, in the order of the requests. After one that failed the others are carried out all the
  ///   same; after the connection is lost, all fail, and some of them may have been carried out.
  func perform(
    _ requests: [FarRequest], on machine: RemoteAddress
  ) -> [Result<FarReply, WebError>]

  /// Lists a folder, and waits for it. Links are not followed.
  ///
  /// - Parameter limit: The most names: with more, it fails.
  func entries(
    of folder: RemoteAddress, limit: Int
  ) -> Result<[FolderEntry], WebError>
}

/// Something to be done on another machine. Relative paths start at the user's home folder.
package enum FarRequest: Hashable, Sendable {
  /// Says what is at a path, without following a link there. `.entry`
  case look(FilePath)
  /// Resolves all links of a path. `.path`
  case resolve(FilePath)
  /// Says which file system a path is on. `.fileSystem`
  case fileSystem(FilePath)
  /// Makes a folder, which only its owner may enter. `.done`
  case makeFolder(FilePath)
  /// Makes an empty file; fails if there is anything of that name. `.done`
  case create(FilePath)
  /// Renames a file. Fails if there is anything of the new name, unless the server is to blame. `.done`
  case rename(FilePath, to: FilePath)
  /// Removes a file. `.done`
  case remove(FilePath)
}

package enum FarReply: Hashable, Sendable {
  case done
  /// Its name is the last part of the path.
  case entry(FolderEntry)
  case path(FilePath)
  /// An id of the file system, which differs from those of others on the machine.
  case fileSystem(UInt64)
}
