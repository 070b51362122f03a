import FeedCore
import FoundationEssentials
import Models
import Platform

/// Asks web servers for pages, each by a process with URLSession (see `FetchProgram`).
///
/// Nothing is kept: no cookies, no passwords, no cache. Where a server sends us is followed by
/// ourselves, so that each step is checked.
final class WebSession: Sendable {
  private let configuration: WebFeedConfiguration
  private let hosts: HostLooks

  init(_ configuration: WebFeedConfiguration) {
    self.configuration = configuration
    hosts = HostLooks(configuration.isPrivate)
  }

  /// Asks for a page, and follows where the server sends us: only to the web, from the public web
  /// only to the public web, and never from an encrypted connection to one that is not.
  ///
  /// - Parameters:
  ///   - address: Where.
  ///   - validators: What is known of the page.
  ///   - isFromPublic: Whether a page of the public web names it.
  /// - Returns: The answer, of status 200 or, with validators, 304.
  func get(
    _ address: RemoteAddress, validators: WebValidators = WebValidators(),
    isFromPublic: Bool = false
  ) async -> Result<WebAnswer, FeedError> {
    let deadline = HostTime.now + configuration.totalTime
    var current = address
    var isFromPublic = isFromPublic
    for _ in 0...configuration.redirects {
      let isPrivate = await isPrivate(current, isNamed: !isFromPublic)
      if isFromPublic, isPrivate {
        return failure(
          .refused, current, .localized("the public web leads to a machine of a private network")
        )
      }
      isFromPublic = !isPrivate
      switch await answer(current, validators: validators, deadline: deadline) {
      case .failure(let reason, let detail): return failure(reason, current, detail)
      case .answer(let head, let content, let body):
        if [301, 302, 303, 307, 308].contains(head.status), let location = head.location {
          switch Self.redirect(to: location, from: current) {
          case .success(let next): current = next
          case .failure(let refusal): return failure(.refused, current, refusal.detail)
          }
          continue
        }
        if let reason = Self.reason(head.status, isConditional: !validators.isEmpty) {
          return failure(reason, current, Self.words(head.status))
        }
        return .success(
          WebAnswer(
            head: head, address: current, isPublic: isFromPublic, content: content, body: body))
      }
    }
    return failure(
      .refused, address,
      .localized("the server sends us elsewhere more than %s times", configuration.redirects))
  }

  /// Which of some servers stand in private networks.
  ///
  /// - Parameter addresses: One for each server.
  /// - Returns: Those that were found to.
  func privateHosts(among addresses: [RemoteAddress]) async -> Set<String> {
    let deadline = HostTime.now + configuration.lookUpTime
    var found: Set<String> = []
    for start in stride(from: 0, to: addresses.count, by: Self.looksAtOnce) {
      let some = addresses[start..<min(start + Self.looksAtOnce, addresses.count)]
      await withTaskGroup(of: String?.self) { group in
        for address in some {
          group.addTask { [hosts] in
            let isPrivate = await hosts.isPrivate(
              address, within: max(deadline - HostTime.now, 0))
            return isPrivate == true ? address.host.lowercased() : nil
          }
        }
        for await host in group { if let host { found.insert(host) } }
      }
    }
    return found
  }

  /// Names that are looked up at the same time, each by a thread.
  private static let looksAtOnce = 8

  /// - Parameter isNamed: Whether the user named it, or a page of a private network.
  private func isPrivate(_ address: RemoteAddress, isNamed: Bool) async -> Bool {
    let found = await hosts.isPrivate(address, within: configuration.lookUpTime)
    // What nobody knows is trusted no more than the public web is.
    return found ?? (isNamed ? false : address.isPrivateByName)
  }

  // MARK: One request

  private func answer(
    _ address: RemoteAddress, validators: WebValidators, deadline: Double
  ) async -> WebExchange.Outcome {
    let exchange = WebExchange(address, byteLimit: configuration.limits.bytes)
    let process = FetchProcess(
      configuration.executable, request(address, validators), telling: exchange)
    let idleTime = configuration.idleTime
    let outcome = await withTaskCancellationHandler {
      await withTaskGroup(of: Void.self) { group in
        group.addTask { await Self.watch(exchange, idleTime: idleTime, deadline: deadline) }
        let outcome = await exchange.outcome()
        group.cancelAll()
        return outcome
      }
    } onCancel: {
      exchange.fail(.cancelled, "")
    }
    process.stop()
    return outcome
  }

  /// Gives up an exchange in which nothing comes, or which takes too long.
  private static func watch(_ exchange: WebExchange, idleTime: Double, deadline: Double) async {
    while !exchange.isOver {
      let now = HostTime.now
      let left = min(exchange.lastByte + idleTime, deadline) - now
      guard left > 0 else {
        return exchange.fail(
          .timedOut,
          now >= deadline
            ? .localized("it takes too long") : .localized("the server sends nothing any more"))
      }
      guard (try? await Task.sleep(for: .seconds(left))) != nil else { return }
    }
  }

  private func request(_ address: RemoteAddress, _ validators: WebValidators) -> FetchRequest {
    var fields = [
      "User-Agent": configuration.userAgent,
      "Accept":
        "application/feed+json, application/json, application/atom+xml, application/rss+xml, */*;q=0.8",
    ]
    fields["If-None-Match"] = validators.tag
    fields["If-Modified-Since"] = validators.date
    if let userInfo = address.userInfo {
      let coded = Data(PercentCoding.decoded(Array(userInfo.utf8))).base64EncodedString()
      fields["Authorization"] = "Basic \(coded)"
    }
    let scheme = address.isSecure ? "https" : "http"
    let host = address.host
    return FetchRequest(
      address: "\(scheme)://\(address.hostField)\(address.target)", host: host, fields: fields)
  }

  // MARK: What an answer means

  private static func redirect(
    to location: String, from address: RemoteAddress
  ) -> Result<RemoteAddress, FeedDocument.Failure> {
    guard let next = address.resolving(location) else {
      let place = CleanText(bytes: location.utf8, limit: 300)
      return .failure(
        .init(
          .refused, .localized("the server sends us to %s, which is no address of the web", place)))
    }
    guard next.isSecure || !address.isSecure else {
      return .failure(
        .init(
          .refused, .localized("the server sends us from an encrypted connection to an open one")))
    }
    return .success(next)
  }

  private static func reason(_ status: Int, isConditional: Bool) -> FeedError.Reason? {
    switch status {
    case 200: nil
    case 304 where isConditional: nil
    case 404, 410: .notFound
    case 401, 403, 407, 451: .noPermission
    default: .server(status)
    }
  }

  private static func words(_ status: Int) -> CleanText {
    switch status {
    case 401, 407:
      .localized("the server asks for a name and a password: http://NAME:PASSWORD@HOST/…")
    case 429: .localized("the server asks for patience (status 429)")
    default: .localized("the server answers with status %s", status)
    }
  }

  private func failure(
    _ reason: FeedError.Reason, _ address: RemoteAddress, _ detail: CleanText
  ) -> Result<WebAnswer, FeedError> {
    .failure(FeedError(reason, place: CleanText(address.description), detail: detail))
  }
}
