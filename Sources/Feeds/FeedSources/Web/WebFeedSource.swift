import FeedCore
import Models

/// A web feed or playlist, read batch by batch; or a clip or still, which is a feed of one.
package actor WebFeedSource: PagedSource {
  private let address: RemoteAddress
  private let configuration: WebFeedConfiguration
  private let naming: ListNaming
  private var paging: FeedPaging
  private var memory = PageMemory()
  /// How often it was restarted: earlier requests no longer belong to it.
  private var generation = 0

  /// Nothing is requested before `next`.
  ///
  /// - Parameter naming: Who named the address.
  package init(
    address: RemoteAddress, naming: ListNaming = .user, configuration: WebFeedConfiguration
  ) {
    self.address = address
    self.naming = naming
    self.configuration = configuration
    paging = Self.beginning(address, naming, configuration)
  }

  private static func beginning(
    _ address: RemoteAddress, _ naming: ListNaming, _ configuration: WebFeedConfiguration
  ) -> FeedPaging {
    var address = address
    if naming == .list(isPublic: true) { address.isNamedByPublic = true }
    return FeedPaging(address, limits: configuration.limits, reportsEnd: naming == .user)
  }

  package func next() async -> Result<FoundPage, FeedError> {
    guard let upcoming = paging.upcoming else {
      return .success(FoundPage(items: [], hasMore: false))
    }
    let generation = generation
    let known = memory[upcoming]
    let look = WebLook(configuration: configuration)
    let result: Result<WebPage, FeedError>
    do throws(FeedError) {
      result = .success(try await look.page(at: upcoming, feed: paging.feed, known: known))
    } catch {
      result = .failure(error)
    }
    guard generation == self.generation, !Task.isCancelled else {
      return .failure(FeedError(.cancelled, place: CleanText(upcoming.description)))
    }
    return result.map { page in
      memory.keep(page, at: upcoming)
      let found = paging.take(page.document, at: page.address, isPublic: page.isPublic)
      // A clip or still needs no note about its end.
      return page.isFeed
        ? found : FoundPage(items: page.document.items, hasMore: false, isPublic: page.isPublic)
    }
  }

  package func rewind() {
    generation += 1
    paging = Self.beginning(address, naming, configuration)
  }
}
