import FeedCore
import Models

/// Fetches an address and makes of it what it is.
struct WebLook: Sendable {
  let session: WebSession
  let configuration: WebFeedConfiguration

  /// Fetches a page.
  ///
  /// - Parameters:
  ///   - address: Where.
  ///   - feed: What its entries are remembered by.
  ///   - known: What was there the last time.
  ///   - isFromPublic: Whether a page of the public web names it.
  /// - Returns: The page. A page for browsers leads to the feed it names.
  func page(
    at address: RemoteAddress, feed: String, known: WebPage? = nil, isFromPublic: Bool = false
  ) async -> Result<WebPage, FeedError> {
    let answer: WebAnswer
    switch await session.get(
      known?.address ?? address, validators: known?.validators ?? WebValidators(),
      isFromPublic: isFromPublic)
    {
    case .failure(let error): return .failure(error)
    case .success(let found): answer = found
    }
    if answer.head.status == 304, let known { return .success(known) }
    guard answer.content == .page else { return await read(answer, feed: feed) }
    let alternatives = WebPageLinks.feeds(of: answer.body, charset: answer.head.charset)
    guard let feedAddress = alternatives.lazy.compactMap(answer.address.resolving).first else {
      return .failure(
        error(
          .notAFeed, answer,
          .localized(
            "it is a page for browsers, and names no feed of its own. Look there for an address of RSS, Atom or JSON Feed."
          )
        ))
    }
    switch await session.get(feedAddress, isFromPublic: answer.isPublic) {
    case .failure(let error): return .failure(error)
    case .success(let found): return await read(found, feed: feed)
    }
  }

  private func read(_ answer: WebAnswer, feed: String) async -> Result<WebPage, FeedError> {
    let base = FeedBase.web(answer.address, isPublic: answer.isPublic)
    var page = WebPage(
      kind: .feed, document: FeedDocument(), address: answer.address, isPublic: answer.isPublic,
      validators: answer.head.validators)
    switch answer.content {
    case .clip, .picture: return .success(single(answer, page))
    case .m3u where WebContent.isStream(answer.body): return .success(single(answer, page))
    case .m3u, .pls: page.kind = .list
    case .page, .unknown:
      return .failure(
        error(.notAFeed, answer, .localized("it is neither a feed, a list of clips nor a clip")))
    case .json, .xml: break
    }
    do throws(FeedDocument.Failure) {
      page.document = try FeedDocument(
        answer.body, content: answer.content, charset: answer.head.charset, base: base, feed: feed,
        limits: configuration.limits)
    } catch {
      return .failure(self.error(error.reason, answer, error.detail))
    }
    if answer.isPublic { await refusePrivateHosts(&page.document, from: answer.address) }
    return .success(page)
  }

  /// A clip, picture or stream that was asked for itself.
  private func single(_ answer: WebAnswer, _ page: WebPage) -> WebPage {
    var page = page
    page.validators = WebValidators()
    let clip = Clip(remote: answer.address)
    var facts = ItemFacts()
    facts.mediaType = answer.head.type.map { CleanText(bytes: $0.utf8, limit: 100) }
    switch answer.content {
    case .picture:
      page.kind = .picture
      facts.size = answer.head.length
    case .m3u: page.kind = .stream
    default:
      page.kind = .clip
      facts.size = answer.head.length
    }
    page.document.items = [
      FoundItem(kind: page.kind == .picture ? .picture(clip) : .clip(clip), facts: facts)
    ]
    return page
  }

  /// Looks up the servers that a page of the public web names.
  private func refusePrivateHosts(
    _ document: inout FeedDocument, from server: RemoteAddress
  ) async {
    let addresses = document.hosts.filter {
      $0.host.lowercased() != server.host.lowercased()
    }
    let isPrivate = await session.privateHosts(
      among: Array(addresses.prefix(configuration.limits.hosts)))
    let tooMany = Set(addresses.dropFirst(configuration.limits.hosts).map { $0.host.lowercased() })
    document.refuse(isPrivate: isPrivate, tooMany: tooMany)
  }

  private func error(
    _ reason: FeedError.Reason, _ answer: WebAnswer, _ detail: CleanText
  ) -> FeedError {
    FeedError(reason, place: CleanText(answer.address.description), detail: detail)
  }
}
