import Models
import Platform

/// Lists folders, a few at a time.
final class FolderLists: Sendable {
  typealias Results = [Result<[FolderEntry], WebError>]

  private struct State {
    /// How many were asked for, and how many of these have not ended; `start` counts as one.
    var asked = 0
    var underWay = 1
    /// How many names there are.
    var count = 0
    var results: [Int: Result<[FolderEntry], WebError>] = [:]
    /// Why no more are asked for.
    var loss: WebError?
  }

  private let state = Lock(State())
  private let folders: [RemoteAddress]
  private let source: any FolderSource
  private let limit: Int
  private let onEnd: @Sendable (Results) -> Void

  /// Each takes two round trips, however short it is.
  private static let mostUnderWay = 8

  /// - Parameters:
  ///   - limit: The most names of all of them.
  ///   - onEnd: Called once with the lists, on the source's thread or the one that calls `start`.
  init(
    _ folders: [RemoteAddress], of source: any FolderSource, limit: Int,
    _ onEnd: @escaping @Sendable (Results) -> Void
  ) {
    self.folders = folders
    self.source = source
    self.limit = limit
    self.onEnd = onEnd
  }

  func start() {
    for _ in 0..<Self.mostUnderWay { askForNext() }
    endOne()
  }

  private func askForNext() {
    let next = state.withLock { state -> Int? in
      guard state.asked < folders.count, state.loss == nil else { return nil }
      defer { (state.asked, state.underWay) = (state.asked + 1, state.underWay + 1) }
      return state.asked
    }
    guard let next else { return }
    _ = source.list(folders[next], to: Receiver(next, self))
  }

  /// Counts names.
  ///
  /// - Returns: Whether they are not too many.
  fileprivate func add(_ count: Int) -> Bool {
    state.withLock { state in
      state.count += count
      return state.count <= limit
    }
  }

  fileprivate func end(_ number: Int, _ result: Result<[FolderEntry], WebError>) {
    state.withLock { state in
      state.results[number] = result
      if case .failure(let error) = result, [.brokenOff, .stalled, .timedOut].contains(error) {
        state.loss = error
      }
    }
    askForNext()
    endOne()
  }

  private func endOne() {
    let results = state.withLock { state -> Results? in
      state.underWay -= 1
      guard state.underWay == 0 else { return nil }
      let rest = state.loss ?? .brokenOff
      return folders.indices.map { state.results[$0] ?? .failure(rest) }
    }
    if let results { onEnd(results) }
  }
}

/// Collects a folder.
private final class Receiver: FolderReceiver {
  private let entries = Lock<[FolderEntry]>([])
  private let number: Int
  private let lists: FolderLists

  init(_ number: Int, _ lists: FolderLists) {
    self.number = number
    self.lists = lists
  }

  func take(_ new: [FolderEntry]) -> WebDemand {
    guard lists.add(new.count) else { return .enough }
    entries.withLock { $0 += new }
    return .more
  }

  func end(_ end: WebCompletion) {
    let result: Result<[FolderEntry], WebError> =
      switch end {
      case .complete: .success(entries.withLock { $0 })
      case .enough: .failure(.refused(.localized("the folder has too many files.")))
      case .failure(let error): .failure(error)
      }
    lists.end(number, result)
  }
}
