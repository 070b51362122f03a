import FeedCore
import Models
import Network

package struct WebFeedConfiguration: Sendable {
  package var web: any WebSource
  package var text: TextDecoder
  package var limits = FeedLimits()
  /// How long a server may send nothing, in seconds.
  package var stallLimit = 20.0
  /// How long a page may take, in seconds.
  package var totalLimit = 60.0

  package init(web: any WebSource, text: TextDecoder) {
    self.web = web
    self.text = text
  }
}
