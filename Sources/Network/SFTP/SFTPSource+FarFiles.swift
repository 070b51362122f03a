import Dispatch
import Models
import Platform

extension SFTPSource: FarFiles {
  package func perform(
    _ requests: [FarRequest], on machine: RemoteAddress
  ) -> [Result<FarReply, WebError>] {
    guard !requests.isEmpty else { return [] }
    return wait { add(.perform(requests, on: machine, $0)) }
      ?? requests.map { _ in .failure(.brokenOff) }
  }

  package func entries(
    of folder: RemoteAddress, limit: Int
  ) -> Result<[FolderEntry], WebError> {
    wait { list(folder, to: EntryList(limit: limit, $0)) } ?? .failure(.brokenOff)
  }

  /// Waits for an answer; `nil` if the source is closed first.
  private func wait<Answer: Sendable>(
    _ start: (@escaping @Sendable (Answer) -> Void) -> any WebTransfer
  ) -> Answer? {
    let answer = Lock<Answer?>(nil)
    let isOver = DispatchSemaphore(value: 0)
    let key = ObjectIdentifier(isOver)
    waiters.withLock { $0[key] = isOver }
    _ = start { found in
      answer.withLock { $0 = found }
      isOver.signal()
    }
    isOver.wait()
    waiters.withLock { $0[key] = nil }
    return answer.withLock { $0 }
  }
}

/// Collects a folder.
private final class EntryList: FolderReceiver {
  private let limit: Int
  private let entries = Lock<[FolderEntry]>([])
  private let onEnd: @Sendable (Result<[FolderEntry], WebError>) -> Void

  init(
    limit: Int, _ onEnd: @escaping @Sendable (Result<[FolderEntry], WebError>) -> Void
  ) {
    self.limit = limit
    self.onEnd = onEnd
  }

  func take(_ new: [FolderEntry]) -> WebDemand {
    entries.withLock { entries in
      entries += new
      return entries.count <= limit ? .more : .enough
    }
  }

  func end(_ end: WebCompletion) {
    switch end {
    case .complete: onEnd(.success(entries.withLock { $0 }))
    case .enough: onEnd(.failure(.refused(.localized("the folder has too many files."))))
    case .failure(let error): onEnd(.failure(error))
    }
  }
}
