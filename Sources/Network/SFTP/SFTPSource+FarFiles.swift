import Dispatch
import Models
import Platform

extension SFTPSource: FarFiles {
  package func perform(
    _ requests: [FarRequest], on machine: RemoteAddress
  ) -> [Result<FarReply, WebError>] {
    guard !requests.isEmpty else { return [] }
    return wait { _ = add(.perform(requests, on: machine, $0)) }
      ?? requests.map { _ in .failure(.brokenOff) }
  }

  package func entries(
    of folders: [RemoteAddress], limit: Int
  ) -> [Result<[FolderEntry], WebError>] {
    guard !folders.isEmpty else { return [] }
    return wait { FolderLists(folders, of: self, limit: limit, $0).start() }
      ?? folders.map { _ in .failure(.brokenOff) }
  }

  /// Waits for an answer; `nil` if the source is closed first.
  private func wait<Answer: Sendable>(
    _ start: (@escaping @Sendable (Answer) -> Void) -> Void
  ) -> Answer? {
    let answer = Lock<Answer?>(nil)
    let isOver = DispatchSemaphore(value: 0)
    let key = ObjectIdentifier(isOver)
    waiters.withLock { $0[key] = isOver }
    start { found in
      answer.withLock { $0 = found }
      isOver.signal()
    }
    isOver.wait()
    waiters.withLock { $0[key] = nil }
    return answer.withLock { $0 }
  }
}
