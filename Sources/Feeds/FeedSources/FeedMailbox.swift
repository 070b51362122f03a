import Clients
import FeedCore
import Models
import Platform

/// A request that waits for its response, or whose response is no longer awaited.
typealias FeedQuestion<Value: Sendable> = Promise<Result<Value, FeedError>>

/// Connects those who request batches of the feed with its thread.
final class FeedMailbox: Sendable {
  enum Mail: Sendable {
    case page(FeedQuestion<FeedBatch>, FeedBatchRequest)
    case sections(FeedQuestion<[FeedSection]>, FeedFilter)
    case refresh(FeedQuestion<Void>)
    case subscribe(AsyncStream<[FeedChange]>.Continuation)
    case reconsider([ItemID: Review], isOnScreen: Bool)
    case countVerdicts
    /// What is known of the first items of a request.
    case known([KnownFacts], FactRequest)
    /// A paged source has answered the request of this number.
    case found(Result<FoundPage, FeedError>, question: Int)
  }

  private struct State {
    var mail: [Mail] = []
    var isStopped = false
    var places = IndexPlaces()
    /// Until the thread takes it: with a second owner, each change would copy the index.
    var loop: FeedLoop?
  }

  private let state = Lock(State())
  /// Signalled when there are messages.
  let wakeup = Wakeup()

  /// Gives the thread its work; it starts with the first message.
  func provide(_ loop: FeedLoop) {
    let hasMail = state.withLock { state in
      state.places = loop.places
      state.loop = loop
      return !state.mail.isEmpty
    }
    if hasMail { start() }
  }

  /// The positions of the items, as published.
  var places: IndexPlaces { state.withLock { $0.places } }

  /// Publishes what the views may see from now on.
  func publish(_ places: IndexPlaces) {
    // The old value is freed outside the lock, which the main thread takes.
    let old = state.withLock { state in
      let old = state.places
      state.places = places
      return old
    }
    withExtendedLifetime(old) {}
  }

  func post(_ mail: Mail) {
    let isStopped = state.withLock { state in
      if !state.isStopped { state.mail.append(mail) }
      return state.isStopped
    }
    if isStopped { return Self.refuse(mail) }
    start()
    wakeup.signal()
  }

  /// Starts the thread, unless it is running or has no work.
  private func start() {
    guard state.withLock({ $0.loop != nil }) else { return }
    _ = WorkerThread(name: "feed", niceness: 10) {
      if var loop = self.state.withLock({ $0.loop.take() }) { loop.run(self) }
    }
  }

  /// Ends the thread; pending requests are cancelled.
  func stop() {
    // Freed outside the lock: it may own a source's last reference, and ending a source takes a
    // lock.
    let loop = state.withLock { state in
      state.isStopped = true
      return state.loop.take()
    }
    withExtendedLifetime(loop) {}
    wakeup.signal()
  }

  /// The messages since the last call; `nil` at the end.
  func take() -> [Mail]? {
    let (mail, isStopped) = state.withLock { state in
      defer { state.mail = [] }
      return (state.mail, state.isStopped)
    }
    guard isStopped else { return mail }
    for mail in mail { Self.refuse(mail) }
    return nil
  }

  private static func refuse(_ mail: Mail) {
    switch mail {
    case .page(let question, _): question.keep(.failure(FeedError(.cancelled, place: "")))
    case .sections(let question, _):
      question.keep(.failure(FeedError(.cancelled, place: "")))
    case .refresh(let question): question.keep(.failure(FeedError(.cancelled, place: "")))
    case .subscribe(let continuation): continuation.finish()
    case .found, .known, .reconsider, .countVerdicts: break
    }
  }
}
