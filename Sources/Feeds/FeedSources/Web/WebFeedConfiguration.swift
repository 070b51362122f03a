import FeedCore
import Models
import Network

/// How web feeds are read.
package struct WebFeedConfiguration: Sendable {
  /// Reads from web servers.
  package var web: any WebSource
  /// Decodes their texts.
  package var text: TextDecoder
  /// The limits of a feed.
  package var limits = FeedLimits()
  /// How long a server may send nothing, in seconds.
  package var stallLimit = 20.0
  /// How long a page may take, in seconds.
  package var totalLimit = 60.0

  /// Creates the default configuration.
  ///
  /// - Parameters:
  ///   - web: Reads from web servers.
  ///   - text: Decodes their texts.
  package init(web: any WebSource, text: TextDecoder) {
    self.web = web
    self.text = text
  }
}
