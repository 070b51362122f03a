import FeedCore
import Models
import Platform

/// How feeds of the web are asked for.
package struct WebFeedConfiguration: Sendable {
  /// What servers are told of the program.
  package var userAgent: String
  /// How much a feed may have.
  package var limits = FeedLimits()
  /// How often a server may send us elsewhere before there is a page.
  package var redirects = 5
  /// A server that sends nothing for so long is gone; in seconds.
  package var idleTime = 20.0
  /// A page that is not here by then is given up; in seconds.
  package var totalTime = 60.0
  /// How long the names of servers that a page names are looked up, in seconds.
  package var lookUpTime = 5.0
  /// Whether a host is this machine or one of a private network; `nil` if nobody knows. Called off
  /// the main thread, and may block.
  package var isPrivate: @Sendable (_ host: String) -> Bool?

  /// Creates the usual configuration.
  ///
  /// - Parameters:
  ///   - version: The program's.
  ///   - isPrivate: See there; asks the system's resolver if left out.
  package init(
    version: String,
    isPrivate: @escaping @Sendable (_ host: String) -> Bool? = WebFeedConfiguration.resolvesPrivate
  ) {
    userAgent = "Flick/\(version)"
    self.isPrivate = isPrivate
  }

  /// Whether any of a host's numbers is private: a name that has both kinds is not trusted.
  package static let resolvesPrivate: @Sendable (String) -> Bool? = { host in
    if let number = NetworkNumber(host: host) { return number.isPrivate }
    let numbers = HostNumbers.resolve(host).compactMap { NetworkNumber(bytes: $0) }
    return numbers.isEmpty ? nil : numbers.contains(where: \.isPrivate)
  }
}
