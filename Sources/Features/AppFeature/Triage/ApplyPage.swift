import Clients
import Models

/// What an apply will do, over the page; nothing is done before the user confirms it.
package struct ApplyPage: Hashable, Sendable {
  /// How far it is.
  package enum Stage: Hashable, Sendable {
    case planning
    case ready(ApplyOverview)
    case applying
  }

  package var stage = Stage.planning
  package var scroll = Scroll()

  /// What happened to it.
  package enum Action: Hashable, Sendable {
    /// Opens or closes it.
    case tapped
    case planned(Result<ApplyOverview, FeedError>)
    /// The user wants what is listed.
    case confirmed
    case applied(ApplyResult)
    case scroll(Scroll.Action)
  }

  /// Creates a page.
  package init() {}
}
