import Models
import Platform

/// Which servers stand in private networks, as far as it was looked up.
actor HostLooks {
  private let isPrivate: @Sendable (String) -> Bool?
  private var known: [String: Bool] = [:]

  init(_ isPrivate: @escaping @Sendable (String) -> Bool?) {
    self.isPrivate = isPrivate
  }

  /// Whether a server is private: by its name, or by what the name stands for.
  ///
  /// - Returns: `nil` if it could not be looked up in time, or if the task was cancelled.
  func isPrivate(_ address: RemoteAddress, within seconds: Double) async -> Bool? {
    let host = address.host.lowercased()
    if let known = known[host] { return known }
    guard let found = await look(host, within: seconds) else { return nil }
    known[host] = found
    return found
  }

  /// The resolver cannot be called off, so nobody waits for it longer than they want to: it has a
  /// thread of its own, whose late answer goes nowhere.
  private nonisolated func look(_ host: String, within seconds: Double) async -> Bool? {
    let answer = Answer()
    let isPrivate = isPrivate
    _ = WorkerThread(name: "resolver") { answer.give(isPrivate(host)) }
    return await withTaskGroup(of: Void.self) { group in
      group.addTask {
        try? await Task.sleep(for: .seconds(seconds))
        answer.give(nil)
      }
      let found = await answer.value()
      group.cancelAll()
      return found
    }
  }
}

/// An answer that is given once, from whichever thread is first.
private final class Answer: Sendable {
  private enum State {
    case open
    case awaited(CheckedContinuation<Bool?, Never>)
    case given(Bool?)
  }

  private let state = Lock(State.open)

  func give(_ answer: Bool?) {
    let waiting = state.withLock { state -> CheckedContinuation<Bool?, Never>? in
      switch state {
      case .given: return nil
      case .open:
        state = .given(answer)
        return nil
      case .awaited(let continuation):
        state = .given(answer)
        return continuation
      }
    }
    waiting?.resume(returning: answer)
  }

  func value() async -> Bool? {
    await withCheckedContinuation { continuation in
      let given: Bool?? = state.withLock { state in
        if case .given(let answer) = state { return .some(answer) }
        state = .awaited(continuation)
        return .none
      }
      if let given { continuation.resume(returning: given) }
    }
  }
}
