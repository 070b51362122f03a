import Glibc
import Models

extension FeedError {
  /// What happened, in a few words.
  var summary: String {
    if !detail.isEmpty { return detail.string }
    return switch reason {
    case .notFound: "not found"
    case .noPermission: "no permission"
    case .unreachable: "the server cannot be reached"
    case .timedOut: "no answer in time"
    case .server(let status): "the server answers with status \(status)"
    case .notAFeed: "no feed, list or clip"
    case .damaged: "damaged"
    case .tooLarge: "too large"
    case .refused: "not opened"
    case .cancelled: "cancelled"
    case .system(let number): String(cString: strerror(number))
    }
  }
}
