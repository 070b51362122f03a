import Models
import Platform

extension Notice {
  /// The failure in words, otherwise the title.
  var heading: CleanText { failure.map { CleanText($0.words) } ?? title }
}

extension FeedError.Reason {
  /// A sentence in the user's language.
  var words: String {
    switch self {
    case .notFound: localized("Nothing found at this address.")
    case .noPermission: localized("No permission to read this feed.")
    case .unreachable: localized("The server cannot be reached.")
    case .timedOut: localized("The server took too long to answer.")
    case .server(404), .server(410): localized("Page not found on the server.")
    case .server(401), .server(403): localized("The server denied access.")
    case .server(429): localized("Rate-limited by the server; try again later.")
    case .server(let status) where status >= 500:
      localized("Server error (%s).", status)
    case .server(let status): localized("The server refused the request (%s).", status)
    case .notAFeed: localized("Unknown feed format.")
    case .damaged: localized("The feed is damaged or truncated.")
    case .tooLarge: localized("The feed exceeds Flick's limits.")
    case .replaced: localized("Another file has taken its place.")
    case .refused: localized("This kind of address is not supported.")
    case .cancelled: localized("Cancelled.")
    case .system(let number): localized("System error %s.", number)
    }
  }
}
