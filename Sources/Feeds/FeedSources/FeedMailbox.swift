import Clients
import FeedCore
import Models
import Platform

/// A question that waits for its answer, or for nobody any more.
typealias FeedQuestion<Value: Sendable> = Promise<Result<Value, FeedError>>

/// Where those who ask for the feed and the thread that knows it meet.
final class FeedMailbox: Sendable {
  /// What the thread is told.
  enum Mail: Sendable {
    case page(FeedQuestion<FeedBatch>, FeedBatchRequest)
    case refresh(FeedQuestion<Void>)
    case subscribe(AsyncStream<[FeedChange]>.Continuation)
    /// A source in pages has answered the question of this number.
    case found(Result<FoundPage, FeedError>, question: Int)
  }

  private struct State {
    var mail: [Mail] = []
    var isStopped = false
    var places = IndexPlaces()
    /// Until the thread takes it: a second holder would make each change of the index a copy.
    var loop: FeedLoop?
  }

  private let state = Lock(State())
  /// Signalled when there is mail.
  let wakeup = Wakeup()

  /// Gives the thread its work; it begins with the first mail.
  func provide(_ loop: FeedLoop) {
    let hasMail = state.withLock { state in
      state.places = loop.places
      state.loop = loop
      return !state.mail.isEmpty
    }
    if hasMail { start() }
  }

  /// Where the items stand, as far as was published.
  var places: IndexPlaces { state.withLock { $0.places } }

  /// Hands over what the views may see from now on.
  func publish(_ places: IndexPlaces) {
    // What it replaces is freed outside the lock, which the main thread takes.
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

  /// Starts the thread, unless it runs or has nothing to work with.
  private func start() {
    guard state.withLock({ $0.loop != nil }) else { return }
    _ = WorkerThread(name: "feed", niceness: 10) {
      if var loop = self.state.withLock({ $0.loop.take() }) { loop.run(self) }
    }
  }

  /// Ends the thread; what waits is told that nobody wants it any more.
  func stop() {
    // Freed outside the lock: it may be the last to hold a source, which takes a lock to end.
    let loop = state.withLock { state in
      state.isStopped = true
      return state.loop.take()
    }
    withExtendedLifetime(loop) {}
    wakeup.signal()
  }

  /// What has been posted since the last call; `nil` at the end.
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
    case .refresh(let question): question.keep(.failure(FeedError(.cancelled, place: "")))
    case .subscribe(let continuation): continuation.finish()
    case .found: break
    }
  }
}
