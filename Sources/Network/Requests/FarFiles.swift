import Models

/// Looks at files on other machines, and moves them.
package protocol FarFiles: Sendable {
  /// Sends requests to a machine, over one connection and without waiting for replies in between, so that they are
  /// carried out in this order. Waits for all replies, at most until the machine has been silent for 20 seconds.
  ///
  /// Blocks: not for a thread of Swift's pool, nor for one on which a source calls its receivers.
  ///
  /// - Parameter machine: An address on the machine.
  /// - Returns: The replies, in the order of the requests. After one that failed the others are carried out all the
  ///   same. Nothing is ever sent again. The errors are:
  ///   - `.notFound`, `.noPermission`, `.refused`: the machine's answer, and it has not carried it out. A path that
  ///     none can have (empty, of more than 4 096 bytes, with a zero) is `.notFound`, without asking.
  ///   - `.unsupported`, one of `.refused`: the server does not know the request.
  ///   - `.unreachable`: there was no connection, and nothing was sent.
  ///   - `.brokenOff`, `.stalled`, `.nonsense`: there is no answer, or none that can be read. It may have been
  ///     carried out.
  func perform(
    _ requests: [FarRequest], on machine: RemoteAddress
  ) -> [Result<FarReply, WebError>]

  /// Lists folders, eight at a time, and waits for all, as `perform` does. Links are not followed. Names that would
  /// lead elsewhere are left out: `.`, `..`, with slashes or zeros, or of more than 255 bytes.
  ///
  /// - Parameter limit: The most names of all folders together: one with more fails with `.refused`.
  /// - Returns: The lists, in the order of the folders. Once the line is lost, no other folder is asked for.
  func entries(
    of folders: [RemoteAddress], limit: Int
  ) -> [Result<[FolderEntry], WebError>]
}

extension FarFiles {
  /// Lists a folder; see `entries(of:limit:)` of several.
  package func entries(of folder: RemoteAddress, limit: Int) -> Result<[FolderEntry], WebError> {
    entries(of: [folder], limit: limit).first ?? .failure(.brokenOff)
  }
}

/// Something to be done on another machine. Relative paths start at the user's home folder.
package enum FarRequest: Hashable, Sendable {
  /// Says what is at a path, without following a link there. `.entry`
  case look(FilePath)
  /// Resolves all links of a path. Some servers also resolve one whose last part is missing. `.path`
  case resolve(FilePath)
  /// Says which file system a path is on, links followed. `.fileSystem`, or the error `.unsupported`
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

/// What another machine answers to a `FarRequest` that it has carried out.
package enum FarReply: Hashable, Sendable {
  /// There is nothing to say.
  case done
  /// Its name is the last part of the path.
  case entry(FolderEntry)
  /// Absolute and plain, or the root.
  case path(FilePath)
  /// An id of the file system, which differs from those of others on the machine as far as that is known. It is for
  /// comparing replies of one `perform`: not every file system keeps it.
  case fileSystem(UInt64)
}
