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
      case ESTALE: .replaced
      default: .system(number)
      }
    return FeedError(reason, place: CleanText(path.description), detail: CleanText(words))
  }

  /// Another file has taken the place of the one that the user has seen.
  static func replaced(_ path: FilePath) -> FileError {
    FileError(path, number: ESTALE, words: localized("another file has taken its place"))
  }

  /// Another program has locked the file, or does not respond.
  static func locked(_ path: FilePath) -> FileError {
    FileError(path, number: ETIMEDOUT, words: localized("locked by another program"))
  }
}
