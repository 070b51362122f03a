import Clients
import FeedCore
import Glibc
import Models
import Platform

/// What Flick remembers between runs: history, the last position in each feed, and likes.
/// `docs/state-files.md` describes the files.
package final class Ledger: Sendable {
  private let queue = WorkQueue<LedgerWork>(limit: 1_024)
  private let folder: StateFolder
  private let keepsHistory: Bool
  private let onProblem: @Sendable (String) -> Void
  private let isLossReported = Lock(false)
  /// How many likes are being saved.
  private let likeCount = Lock(0)

  /// Opens the ledger; nothing is read or created before it is needed.
  ///
  /// - Parameters:
  ///   - folder: The folder of its files.
  ///   - keepsHistory: Whether to save history and the last position.
  ///   - source: Names the feed; called on the ledger's thread.
  ///   - onProblem: Called when a file cannot be read or written, once for each cause; called on
  ///     any thread.
  package init(
    folder: StateFolder, keepsHistory: Bool, source: @escaping @Sendable () -> SourceName,
    onProblem: @escaping @Sendable (String) -> Void
  ) {
    self.folder = folder
    self.keepsHistory = keepsHistory
    self.onProblem = onProblem
    _ = WorkerThread(name: "ledger", niceness: 10) { [queue] in
      guard let first = queue.take() else { return }
      var files = LedgerFiles(folder: folder, source: source(), onProblem: onProblem)
      files.perform(first)
      while let works = queue.take() { files.perform(works) }
    }
  }

  deinit {
    queue.stop()
  }

  /// Waits until everything is written.
  ///
  /// - Parameters:
  ///   - deadline: The host time at which to give up.
  ///   - likeDeadline: The same if a like is pending, which is a greater loss than a line of
  ///     history.
  /// - Returns: Whether everything was written.
  @discardableResult
  package func flush(until deadline: Double, orLikes likeDeadline: Double = 0) -> Bool {
    let isLiking = likeCount.withLock { $0 > 0 }
    return queue.flush(until: isLiking ? max(deadline, likeDeadline) : deadline)
  }

  /// The last position in a source; `nil` if unknown. Reads on the calling thread.
  package static func place(in source: SourceName, folder: StateFolder) -> ContentKey? {
    try? PlaceFile(folder: folder).place(in: source)
  }

  /// The liked items that still exist, latest first. Reads on the calling thread.
  package static func likedItems(
    in folder: StateFolder
  ) -> Result<[FoundItem], FeedError> {
    var file = LikeFile(folder: folder)
    return Result { () throws(FileError) in try file.items() }.mapError(\.feedError)
  }

  /// The client for history.
  package var historyClient: HistoryClient {
    guard keepsHistory else { return .disabled }
    var client = HistoryClient()
    client.record = { [self] impressions in
      guard !impressions.isEmpty else { return }
      await ask(lost: ()) { .record(impressions, $0) }
    }
    client.savePlace = { [self] key in await ask(lost: ()) { .savePlace(key, $0) } }
    return client
  }

  /// The client for likes.
  package var likeClient: LikeClient {
    var client = LikeClient()
    client.liked = { [self] keys in
      keys.isEmpty ? [] : await ask(lost: []) { .liked(keys, $0) }
    }
    client.setLiked = { [self] item, isLiked in
      likeCount.withLock { $0 += 1 }
      defer { likeCount.withLock { $0 -= 1 } }
      return await ask(lost: lost()) { .setLiked(item, isLiked, $0) }
    }
    return client
  }

  private func lost<Value>() -> Result<Value, FeedError> {
    .failure(FileError.held(folder.path).feedError)
  }

  private func reportLoss() {
    let isNews = isLossReported.withLock { isReported in
      defer { isReported = true }
      return !isReported
    }
    if isNews {
      onProblem(localized("%s does not respond; history is not being saved", folder.path))
    }
  }

  private func ask<Answer: Sendable>(
    lost: Answer, _ work: (CheckedContinuation<Answer, Never>) -> LedgerWork
  ) async -> Answer {
    await withCheckedContinuation { continuation in
      if !queue.add(work(continuation)) {
        reportLoss()
        continuation.resume(returning: lost)
      }
    }
  }
}
