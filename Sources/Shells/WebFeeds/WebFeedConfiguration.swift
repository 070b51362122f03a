import FeedCore
import WebCore

/// How feeds of the web are asked for.
package struct WebFeedConfiguration: Sendable {
  /// What reads from web servers.
  package var web: any WebSource
  /// How much a feed may have.
  package var limits = FeedLimits()
  /// A server that sends nothing for so long is gone; in seconds.
  package var stallLimit = 20.0
  /// A page that is not here by then is given up; in seconds.
  package var totalLimit = 60.0

  /// Creates the usual configuration.
  ///
  /// - Parameter web: What reads from web servers.
  package init(web: any WebSource) {
    self.web = web
  }
}
