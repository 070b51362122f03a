import FeedCore
import Foundation
import FoundationNetworking
import Models
import Platform

/// One request and its answer, as it comes.
///
/// What it is told by the thread that reads it and by whoever waits meets under its lock; it ends once, with
/// whatever comes first.
final class WebExchange: Sendable {
  /// How it ended.
  enum Outcome: Sendable {
    /// All that is wanted of it is here.
    case answer(WebHead, WebContent, [UInt8])
    case failure(FeedError.Reason, CleanText)
  }

  private struct State {
    var head: WebHead?
    var body: [UInt8] = []
    var content: WebContent?
    var outcome: Outcome?
    var reader: CheckedContinuation<Outcome, Never>?
    /// Host time of the last sign of life.
    var lastByte: Double
  }

  private let state: Lock<State>
  private let path: String
  private let byteLimit: Int

  init(_ address: RemoteAddress, byteLimit: Int) {
    state = Lock(State(lastByte: HostTime.now))
    path = String(address.target.prefix { $0 != "?" })
    self.byteLimit = byteLimit
  }

  /// Waits for the end.
  func outcome() async -> Outcome {
    await withCheckedContinuation { reader in
      let outcome = state.withLock { state in
        if state.outcome == nil { state.reader = reader }
        return state.outcome
      }
      if let outcome { reader.resume(returning: outcome) }
    }
  }

  var isOver: Bool { state.withLock { $0.outcome != nil } }

  /// When the server last sent something, in host time.
  var lastByte: Double { state.withLock { $0.lastByte } }

  /// Ends it.
  func fail(_ reason: FeedError.Reason, _ detail: CleanText) {
    finish { _ in .failure(reason, detail) }
  }

  /// Takes what the process that fetches tells.
  func receive(_ record: FetchRecord) {
    switch record {
    case .head(let head): receive(head)
    case .data(let bytes): receive(bytes)
    case .failure(let number): end(URLError.Code(rawValue: number) ?? .unknown)
    case .end: end()
    }
  }

  /// Takes the end of that process, after which nothing comes.
  func breakOff() {
    let hasHead = state.withLock { $0.head != nil }
    fail(hasHead ? .damaged : .unreachable, .localized("what it sends makes no sense"))
  }

  /// Takes the head of the answer; interim ones do not count.
  private func receive(_ head: WebHead) {
    guard head.status >= 200 else { return }
    state.withLock { state in
      state.head = head
      state.lastByte = HostTime.now
    }
    // Bodies of other answers are not read.
    if head.status != 200 { finish { _ in .answer(head, .unknown, []) } }
    look(isAll: false)
  }

  /// Takes some of the body.
  private func receive(_ data: [UInt8]) {
    let isFull = state.withLock { state in
      guard state.outcome == nil else { return false }
      state.lastByte = HostTime.now
      state.body += data
      return state.body.count > byteLimit
    }
    look(isAll: false)
    if isFull { finish { _ in tooLarge } }
  }

  /// Takes the end of the answer.
  private func end() {
    look(isAll: true)
    finish { state in
      guard let head = state.head else {
        return .failure(.unreachable, .localized("it does not answer"))
      }
      return .answer(head, state.content ?? .unknown, state.body)
    }
  }

  /// Takes the end of the connection.
  private func end(_ code: URLError.Code) {
    let hasHead = state.withLock { $0.head != nil }
    switch code {
    case .badURL: fail(.refused, .localized("it is no address of the web"))
    case .timedOut: fail(.timedOut, .localized("it takes too long"))
    case .cannotFindHost, .dnsLookupFailed:
      fail(.unreachable, .localized("there is no server of this name"))
    case .secureConnectionFailed, .serverCertificateUntrusted, .serverCertificateHasBadDate,
      .serverCertificateHasUnknownRoot, .serverCertificateNotYetValid:
      fail(.unreachable, .localized("its certificate is not trusted"))
    case _ where hasHead:
      fail(.damaged, .localized("the connection broke off before all of it was here"))
    default:
      fail(.unreachable, .localized("it cannot be connected to, or what it sends makes no sense"))
    }
  }

  /// Looks at the first bytes: of clips and pictures, no more is wanted.
  private func look(isAll: Bool) {
    finish { state in
      guard state.content == nil, let head = state.head,
        isAll || state.body.count >= WebContent.lookLength || Self.isMedia(head.type)
      else { return nil }
      let content = WebContent(type: head.type, head: state.body, path: path)
      state.content = content
      // Clips may be as long as they are.
      if content.isMedia { return .answer(head, content, state.body) }
      return head.length ?? 0 > byteLimit ? tooLarge : nil
    }
  }

  private var tooLarge: Outcome {
    .failure(.tooLarge, .localized("it is larger than %s MiB", byteLimit >> 20))
  }

  /// Whether a media type says enough without looking.
  private static func isMedia(_ type: String?) -> Bool {
    guard let type else { return false }
    return WebContent(type: type, head: [], path: "").isMedia
  }

  private func finish(_ decide: (inout State) -> Outcome?) {
    let (reader, outcome) = state.withLock {
      state -> (CheckedContinuation<Outcome, Never>?, Outcome?) in
      guard state.outcome == nil, let outcome = decide(&state) else { return (nil, nil) }
      state.outcome = outcome
      state.body = []
      defer { state.reader = nil }
      return (state.reader, outcome)
    }
    if let reader, let outcome { reader.resume(returning: outcome) }
  }
}

extension WebContent {
  fileprivate var isMedia: Bool { self == .clip || self == .picture }
}
