import FeedCore
import Models
import Network
import Platform

struct DownloadedPage: Sendable {
  var response: WebResponse
  var content: WebContent
  /// The whole body; for clips and stills, only as much as identifies them.
  var body: [UInt8]
}

/// A page being downloaded.
///
/// Data arrives on the web thread, and a task waits for it. It ends once, with whatever happens
/// first.
final class PageDownload: WebReceiver {
  private typealias Outcome = Result<DownloadedPage, FeedError>

  private struct State {
    var response: WebResponse?
    var content: WebContent?
    var body: [UInt8] = []

    /// The data so far, once its kind is known.
    var page: Outcome? {
      response.map {
        .success(DownloadedPage(response: $0, content: content ?? .unknown, body: body))
      }
    }
  }

  private let state = Lock(State())
  private let outcome = Promise<Outcome>()
  private let address: RemoteAddress
  private let byteLimit: Int

  private init(_ address: RemoteAddress, byteLimit: Int) {
    self.address = address
    self.byteLimit = byteLimit
  }

  /// Downloads a page.
  ///
  /// - Parameters:
  ///   - address: Its address.
  ///   - validators: What is known of an earlier version.
  ///   - configuration: The limits.
  static func page(
    at address: RemoteAddress, validators: WebValidators, _ configuration: WebFeedConfiguration
  ) async -> Result<DownloadedPage, FeedError> {
    var request = WebRequest(address)
    request.isCompressible = true
    request.types =
      "application/feed+json, application/json, application/atom+xml, application/rss+xml, */*;q=0.8"
    request.validators = validators
    request.stallLimit = configuration.stallLimit
    request.totalLimit = configuration.totalLimit
    let download = PageDownload(address, byteLimit: configuration.limits.bytes)
    let transfer = configuration.web.read(request, to: download)
    return await withTaskCancellationHandler {
      await download.outcome.value
    } onCancel: {
      transfer.cancel()
      download.finish(.failure(FeedError(.cancelled, place: CleanText(address.description))))
    }
  }

  private func finish(_ outcome: Outcome) {
    if self.outcome.keep(outcome) { state.withLock { $0.body = [] } }
  }

  // MARK: WebReceiver

  func begin(_ response: WebResponse) -> Bool {
    state.withLock { $0.response = response }
    return look(isAll: response.isUnchanged)
  }

  func take(_ bytes: UnsafeRawBufferPointer) -> WebDemand {
    let isFull = state.withLock { state in
      state.body += bytes
      return state.body.count > byteLimit
    }
    guard look(isAll: false) else { return .enough }
    if isFull { finish(tooLarge) }
    return isFull ? .enough : .more
  }

  func end(_ end: WebCompletion) {
    if case .failure(let error) = end {
      let place = state.withLock { $0.response?.address } ?? address
      return finish(.failure(FeedError(error, place: CleanText(place.description))))
    }
    _ = look(isAll: true)
    finish(
      state.withLock { $0.page }
        ?? .failure(FeedError(.unreachable, place: CleanText(address.description))))
  }

  /// Checks the first bytes: of clips and stills, no more is needed.
  ///
  /// - Returns: Whether more is needed.
  private func look(isAll: Bool) -> Bool {
    let (outcome, goesOn) = state.withLock { state -> (Outcome?, Bool) in
      guard state.content == nil, let response = state.response,
        isAll || state.body.count >= WebContent.lookLength
          // Some media types decide without a look at the data.
          || response.type.map({ WebContent(type: $0, head: [], path: "").isMedia }) ?? false
      else { return (nil, true) }
      let path = String(response.address.target.prefix { $0 != "?" })
      let content = WebContent(type: response.type, head: state.body, path: path)
      state.content = content
      // Clips may have any length.
      if content.isMedia { return (state.page, false) }
      return response.count ?? 0 > Int64(byteLimit) ? (tooLarge, false) : (nil, true)
    }
    if let outcome { finish(outcome) }
    return goesOn
  }

  private var tooLarge: Outcome {
    .failure(
      FeedError(
        .tooLarge, place: CleanText(address.description),
        detail: .localized("it is larger than %s MiB", byteLimit >> 20)))
  }
}

extension WebContent {
  fileprivate var isMedia: Bool { self == .clip || self == .still }
}

extension FeedError {
  /// Why a server does not send a page.
  package init(_ error: WebError, place: CleanText) {
    let (reason, detail): (Reason, CleanText) =
      switch error {
      case .notFound: (.notFound, .localized("nothing found at this address"))
      case .noPermission: (.noPermission, .localized("the server denied access"))
      case .loginNeeded:
        (
          .noPermission,
          .localized("the server requires a login: http://NAME:PASSWORD@HOST/…")
        )
      case .status(429): (.server(429), .localized("rate-limited by the server (status 429)"))
      case .status(let status):
        (.server(status), .localized("the server returned status %s", status))
      case .refused(let what): (.refused, what.withoutStop)
      case .unreachable(let why), .loginRefused(let why): (.unreachable, why.withoutStop)
      case .interrupted: (.cancelled, "")
      case .nonsense: (.damaged, .localized("invalid response"))
      case .brokenOff:
        (.damaged, .localized("the connection was lost before the download finished"))
      case .stalled: (.timedOut, .localized("the server stopped sending"))
      case .timedOut: (.timedOut, .localized("timed out"))
      }
    self.init(reason, place: place, detail: detail)
  }
}

extension CleanText {
  /// Without its final full stop, because it becomes part of a sentence.
  fileprivate var withoutStop: CleanText {
    string.hasSuffix(".") ? CleanText(String(string.dropLast())) : self
  }
}
