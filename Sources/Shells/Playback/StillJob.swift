import Models
import Platform

/// A single picture that somebody waits for.
final class StillJob: Sendable {
  typealias Outcome = Result<PixelBuffer, MediaError>

  // The outcome lies here rather than pass through the continuation: ThreadSanitizer knows locks.
  private struct State {
    var outcome: Outcome?
    var continuation: CheckedContinuation<Void, Never>?
  }

  let request: StillRequest
  private let state = Lock(State())

  init(_ request: StillRequest) {
    self.request = request
  }

  /// Whether it is one of many, made while the pointer moves.
  var isSmall: Bool { request.area != nil }

  /// Whether nobody waits any more.
  var isOver: Bool { state.withLock { $0.outcome != nil } }

  /// What came of it; called off if it is not over.
  var outcome: Outcome { state.withLock { $0.outcome ?? .failure(.cancelled) } }

  /// Takes whom to wake when it is over; returns `false`, and wakes it, if it is already.
  func wait(_ continuation: CheckedContinuation<Void, Never>) -> Bool {
    let isOver = state.withLock { state in
      if state.outcome == nil { state.continuation = continuation }
      return state.outcome != nil
    }
    if isOver { continuation.resume() }
    return !isOver
  }

  /// Says what came of it, unless that was done.
  func finish(_ outcome: Outcome) {
    let continuation = state.withLock { state in
      if state.outcome == nil { state.outcome = outcome }
      defer { state.continuation = nil }
      return state.continuation
    }
    continuation?.resume()
  }
}
