import Models
import Platform

extension Notice {
  /// What happened, in a few words.
  var heading: CleanText { failure.map { CleanText($0.words) } ?? title }
}

extension FeedError.Reason {
  /// What happened, in a few words.
  var words: String {
    switch self {
    case .notFound: localized("There is nothing at this address.")
    case .noPermission: localized("No permission to read this feed.")
    case .unreachable: localized("The server cannot be reached.")
    case .timedOut: localized("The server took too long to answer.")
    case .server(404), .server(410): localized("The server has no such page.")
    case .server(401), .server(403): localized("The server does not let Flick read this.")
    case .server(429): localized("The server asks for a pause; try again later.")
    case .server(let status) where status >= 500:
      localized("The server has a problem (%s).", status)
    case .server(let status): localized("The server refuses the request (%s).", status)
    case .notAFeed: localized("This is no feed that Flick knows.")
    case .damaged: localized("The feed is damaged or cut short.")
    case .tooLarge: localized("The feed is larger than Flick's limits.")
    case .refused: localized("Flick does not open such an address.")
    case .cancelled: localized("Called off.")
    case .system(let number): localized("The system reports error %s.", number)
    }
  }
}
