import Models
import Platform

/// A single picture that somebody waits for.
final class StillJob: Sendable {
  typealias Outcome = Result<PixelBuffer, MediaError>

  private struct State {
    var continuation: CheckedContinuation<Outcome, Never>?
    var isOver = false
  }

  let request: StillRequest
  private let state = Lock(State())

  init(_ request: StillRequest) {
    self.request = request
  }

  /// Whether it is one of many, made while the pointer moves.
  var isSmall: Bool { request.area != nil }

  /// Whether nobody waits any more.
  var isOver: Bool { state.withLock { $0.isOver } }

  /// Takes whom to answer; returns `false`, and answers, if it is called off already.
  func wait(_ continuation: CheckedContinuation<Outcome, Never>) -> Bool {
    let isOver = state.withLock { state in
      if !state.isOver { state.continuation = continuation }
      return state.isOver
    }
    if isOver { continuation.resume(returning: .failure(.cancelled)) }
    return !isOver
  }

  /// Answers, unless that was done.
  func finish(_ outcome: Outcome) {
    let continuation = state.withLock { state in
      state.isOver = true
      defer { state.continuation = nil }
      return state.continuation
    }
    continuation?.resume(returning: outcome)
  }
}
