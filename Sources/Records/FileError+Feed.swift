import Glibc
import Models
import Platform

extension FileError {
  /// The error as shown to a reader of the feed.
  var feedError: FeedError {
    let reason: FeedError.Reason =
      switch number {
      case EACCES, EPERM, EROFS: .noPermission
      case EMSGSIZE: .tooLarge
      case ETIMEDOUT: .timedOut
      default: .system(number)
      }
    return FeedError(reason, place: CleanText(path.description), detail: CleanText(words))
  }

  /// Another program has locked the file, or does not respond.
  static func locked(_ path: FilePath) -> FileError {
    FileError(path, number: ETIMEDOUT, words: localized("locked by another program"))
  }
}
