import Glibc
import Models
import Platform

/// Why a file of the state folder could not be read or written.
struct LedgerError: Error, Hashable {
  let path: FilePath
  /// The system's error number.
  let number: Int32

  /// As a reader of the feed is told.
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

  private var words: String {
    switch number {
    case EMSGSIZE: localized("a line of more than 64 KiB")
    case ETIMEDOUT: localized("another program holds the state folder")
    default: String(cString: strerror(number))
    }
  }
}

extension LedgerError: CustomStringConvertible {
  var description: String { "\(path): \(words)" }
}
