import Models

/// Which database is used.
package enum StorePlace: Hashable, Sendable {
  /// `flick.db` in the user's state folder.
  case state(StateFolder)
  /// `.flick.db` in a folder of clips, to travel with them.
  case folder(FilePath)
  /// A file of the user's choice.
  case file(FilePath)

  package var file: FilePath {
    switch self {
    case .state(let folder): folder.file("flick.db")
    case .folder(let folder): folder.appending(FilePath(".flick.db"))
    case .file(let file): file
    }
  }
}
