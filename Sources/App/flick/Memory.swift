import Clients
import Files
import Logging
import Models

/// What is remembered from one run to the next, or nothing where there is no place for it.
struct Memory: Sendable {
  private let ledger: Ledger?

  /// Opens what is remembered; nothing is read or written yet.
  ///
  /// - Parameters:
  ///   - folder: Where it is kept; `nil` if there is no such place.
  ///   - feed: What the feed is made of.
  ///   - keepsHistory: Whether to write down what is seen.
  ///   - logger: Told what goes wrong.
  init(folder: StateFolder?, feed: FeedArguments, keepsHistory: Bool, logger: Logger) {
    ledger = folder.map { folder in
      Ledger(
        folder: folder, keepsHistory: keepsHistory, source: { feed.sourceName },
        onProblem: { problem in logger.warning("\(problem)") })
    }
  }

  /// The record of what was seen.
  var historyClient: HistoryClient { ledger?.historyClient ?? .forgetful }

  /// The items that are liked.
  var likeClient: LikeClient {
    if let ledger { return ledger.likeClient }
    var client = LikeClient()
    client.liked = { _ in [] }
    client.setLiked = { _, _ in
      .failure(
        FeedError(
          .notFound, place: .localized("the state folder"),
          detail: .localized("neither XDG_STATE_HOME nor HOME is set")))
    }
    return client
  }

  /// Waits until everything is written down.
  ///
  /// - Parameters:
  ///   - deadline: The host time at which to give up.
  ///   - likeDeadline: Likewise where a like is being written.
  func flush(until deadline: Double, orLikes likeDeadline: Double) {
    ledger?.flush(until: deadline, orLikes: likeDeadline)
  }
}
