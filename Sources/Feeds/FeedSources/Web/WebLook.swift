import FeedCore
import Models
import Network
import Platform

/// Fetches an address and finds out what it is.
struct WebLook: Sendable {
  let configuration: WebFeedConfiguration

  /// Fetches a page.
  ///
  /// - Parameters:
  ///   - address: Its address.
  ///   - feed: The feed's address in the keys of its entries.
  ///   - known: The previous version.
  /// - Returns: The page. An HTML page leads to the feed it names.
  func page(
    at address: RemoteAddress, feed: String, known: WebPage? = nil
  ) async throws(FeedError) -> WebPage {
    var asked = address
    if let known {
      asked = known.address
      asked.isNamedByPublic = address.isNamedByPublic
    }
    let found = try await PageDownload.page(
      at: asked, validators: known?.validators ?? WebValidators(), configuration
    ).get()
    if found.response.isUnchanged, let known { return known }
    guard found.content == .page else {
      return try read(found, feed: feed, span: address.span)
    }
    let base = base(of: found)
    let alternatives = HTMLText(text(of: found)).feeds
    guard let feedAddress = alternatives.lazy.compactMap(base.address).first else {
      throw error(
        .notAFeed, found,
        .localized(
          "a web page without a feed. Look on it for the address of an RSS, Atom or JSON feed."
        ))
    }
    return try read(
      await PageDownload.page(at: feedAddress, validators: WebValidators(), configuration).get(),
      feed: feed)
  }

  private func read(
    _ page: DownloadedPage, feed: String, span: TimeSpan? = nil
  ) throws(FeedError) -> WebPage {
    let response = page.response
    var found = WebPage(
      isFeed: true, document: FeedDocument(), address: response.address,
      isPublic: response.isPublic,
      validators: response.validators)
    switch page.content {
    case .clip, .still: return single(page, found, span)
    case .m3u where Playlist.isStream(page.body): return single(page, found, span)
    case .page, .unknown:
      throw error(.notAFeed, page, .localized("not a feed, playlist or clip"))
    case .json, .xml, .m3u: break
    }
    do throws(FeedError) {
      found.document = try FeedDocument(
        text(of: page), content: page.content, base: base(of: page), feed: feed,
        limits: configuration.limits, watch: Self.watch())
    } catch {
      throw self.error(error.reason, page, error.detail)
    }
    return found
  }

  private func base(of page: DownloadedPage) -> FeedBase {
    .web(page.response.address, isPublic: page.response.isPublic, .libcurl)
  }

  private func text(of page: DownloadedPage) -> [UInt8] {
    let named = page.response.type.flatMap(DeclaredEncoding.name(inType:))
    return configuration.text.text(
      page.body, declared: named ?? DeclaredEncoding.name(in: page.body))
  }

  /// Stops reading a page when its task ends, or when it takes too long.
  private static func watch() -> ReadingWatch {
    let end = HostTime.thread + ReadingWatch.longest
    return ReadingWatch { () throws(FeedError) in
      if Task.isCancelled { throw FeedError(.cancelled, "") }
      if HostTime.thread > end { throw ReadingWatch.tooSlow }
    }
  }

  /// A single clip, still or stream, or a part of it.
  private func single(_ found: DownloadedPage, _ page: WebPage, _ span: TimeSpan?) -> WebPage {
    var page = page
    let response = found.response
    page.isFeed = false
    page.validators = WebValidators()
    let clip = Clip(remote: response.address.with(span))
    var facts = ItemFacts()
    facts.mediaType = response.type.map { CleanText(bytes: $0.utf8, limit: 100) }
    // A stream's playlist does not give its size.
    if found.content != .m3u { facts.size = response.total.flatMap { Int(exactly: $0) } }
    page.document.items = [
      FoundItem(kind: found.content == .still ? .still(clip) : .playing(clip), facts: facts)
    ]
    return page
  }

  private func error(
    _ reason: FeedError.Reason, _ page: DownloadedPage, _ detail: CleanText
  ) -> FeedError {
    FeedError(reason, place: CleanText(page.response.address.description), detail: detail)
  }
}
