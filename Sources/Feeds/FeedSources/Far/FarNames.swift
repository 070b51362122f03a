import Models
import Network
import Platform

/// Receives the names of a folder on their source's thread, for a task that takes them.
final class FarNames: FolderReceiver {
  private struct State {
    var names: [FolderEntry] = []
    var count = 0
    var end: Result<Void, FeedError>?
    var transfer: (any WebTransfer)?
    var waiting: CheckedContinuation<Void, Never>?
    /// Whether the source keeps names until it is told to go on.
    var isPaused = false
    /// Whether somebody has waited for a name.
    var isAwaited = false
  }

  private let state = Lock(State())
  private let place: CleanText
  private let limit: Int

  /// With so many names that nobody has taken, the source waits.
  private static let mostHeld = 4_096

  /// Requests them.
  ///
  /// - Parameters:
  ///   - address: The folder.
  ///   - limit: The most names to take.
  ///   - start: Starts the request.
  init(_ address: RemoteAddress, limit: Int, _ start: (FarNames) -> any WebTransfer) {
    place = CleanText(address.description)
    self.limit = limit
    let transfer = start(self)
    state.withLock { $0.transfer = transfer }
  }

  /// Whether no name has arrived at all.
  var isEmpty: Bool { state.withLock { $0.count == 0 } }

  /// The names that have arrived since the last call; waits for some, or for the end.
  func next() async -> (names: [FolderEntry], end: Result<Void, FeedError>?) {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isReady = state.withLock { state in
          state.isAwaited = true
          if !state.names.isEmpty || state.end != nil { return true }
          state.waiting = continuation
          return false
        }
        if isReady { continuation.resume() }
      }
    } onCancel: {
      cancel()
    }
    let (names, end, paused) = state.withLock { state in
      defer { (state.names, state.isPaused) = ([], false) }
      return (state.names, state.end, state.isPaused ? state.transfer : nil)
    }
    paused?.resume()
    return (names, end)
  }

  func cancel() {
    state.withLock { $0.transfer }?.cancel()
    finish(.failure(FeedError(.cancelled, place: place)))
  }

  private func finish(_ end: Result<Void, FeedError>) {
    let waiting = state.withLock { state in
      state.end = state.end ?? end
      return state.waiting.take()
    }
    waiting?.resume()
  }

  // MARK: FolderReceiver

  var isAwaited: Bool { state.withLock { $0.isAwaited } }

  func take(_ entries: [FolderEntry]) -> WebDemand {
    let (demand, waiting) = state.withLock {
      state -> (WebDemand, CheckedContinuation<Void, Never>?) in
      guard state.names.count < Self.mostHeld else {
        state.isPaused = true
        return (.later, nil)
      }
      let entries = entries.prefix(limit - state.count)
      state.names += entries
      state.count += entries.count
      return (state.count < limit ? .more : .enough, state.waiting.take())
    }
    waiting?.resume()
    return demand
  }

  func end(_ end: WebCompletion) {
    switch end {
    case .complete, .enough: finish(.success(()))
    case .failure(let error): finish(.failure(FeedError(error, place: place)))
    }
  }
}
