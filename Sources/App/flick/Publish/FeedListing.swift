import Clients
import Dispatch
import FeedSources
import Models
import Platform

/// The items of a feed, all at once.
enum FeedListing {
  /// Lists the items of some paths, in the order of their feed. Blocks: for commands without a screen.
  ///
  /// - Parameters:
  ///   - filter: Which of them.
  ///   - limit: The most items.
  /// - Returns: The items, and whether there are more.
  /// - Throws: Why there are none.
  static func items(
    of paths: [FilePath], _ options: FeedOptions, filter: FeedFilter = .none, limit: Int = .max
  ) throws(Failure) -> (items: [FeedItem], isCut: Bool) {
    let client: FeedClient
    switch FeedSources.open(paths: paths, options: options) {
    case .success(let opening): client = opening.client
    case .failure(let failure): throw Failure("\(failure)", status: ExitStatus.noInput)
    }
    // Nothing else runs on the main thread here: it may wait for the pool.
    let result = Lock(Result<(items: [FeedItem], isCut: Bool), Failure>?.none)
    let done = DispatchSemaphore(value: 0)
    Task.detached {
      let items = await Self.items(of: client, filter, limit)
      result.withLock { $0 = items }
      done.signal()
    }
    done.wait()
    return try result.withLock { $0 }?.get() ?? ([], false)
  }

  private static func items(
    of client: FeedClient, _ filter: FeedFilter, _ limit: Int
  ) async -> Result<(items: [FeedItem], isCut: Bool), Failure> {
    var items: [FeedItem] = []
    var cursor = FeedCursor.start
    while true {
      switch await client.page(FeedBatchRequest(cursor, limit: 1_000, filter: filter)) {
      case .failure(let error):
        return .failure(Failure("\(error.place): \(error.detail)", status: ExitStatus.noInput))
      case .success(let page):
        items += page.items
        if items.count > limit { return .success((Array(items.prefix(limit)), true)) }
        guard !page.isLast, let last = page.items.last else { return .success((items, false)) }
        cursor = .item(last.id)
      }
    }
  }
}
