extension Notice {
  /// An error in plain words: what happened, where, and what to do about it.
  package init(_ error: FeedError) {
    let parts = [error.place.string, error.detail.string].filter { !$0.isEmpty }
    let whereAndWhy: CleanText = "\(parts.joined(separator: ": "))"
    self.init(title: CleanText(error.reason.words), detail: whereAndWhy)
  }
}

extension FeedError.Reason {
  fileprivate var words: String {
    switch self {
    case .notFound: "There is nothing at this address."
    case .noPermission: "No permission to read this feed."
    case .unreachable: "The server cannot be reached."
    case .timedOut: "The server took too long to answer."
    case .server(404), .server(410): "The server has no such page."
    case .server(401), .server(403): "The server does not let Flick read this."
    case .server(429): "The server asks for a pause; try again later."
    case .server(let status) where status >= 500: "The server has a problem (\(status))."
    case .server(let status): "The server refuses the request (\(status))."
    case .notAFeed: "This is no feed that Flick knows."
    case .damaged: "The feed is damaged or cut short."
    case .tooLarge: "The feed is larger than Flick's limits."
    case .refused: "Flick does not open such an address."
    case .cancelled: "Called off."
    case .system(let number): "The system reports error \(number)."
    }
  }
}
