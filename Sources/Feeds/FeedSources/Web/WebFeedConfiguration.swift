import FeedCore
import Models
import Network

/// How feeds of the web are asked for.
package struct WebFeedConfiguration: Sendable {
  /// What reads from web servers.
  package var web: any WebSource
  /// What reads their texts.
  package var text: TextDecoder
  /// How much a feed may have.
  package var limits = FeedLimits()
  /// A server that sends nothing for so long is gone; in seconds.
  package var stallLimit = 20.0
  /// A page that is not here by then is given up; in seconds.
  package var totalLimit = 60.0

  /// Creates the usual configuration.
  ///
  /// - Parameters:
  ///   - web: What reads from web servers.
  ///   - text: What reads their texts.
  package init(web: any WebSource, text: TextDecoder) {
    self.web = web
    self.text = text
  }
}
