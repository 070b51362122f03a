import Clients
import MediaCore
import Models
import Platform

/// The threads that make thumbnails. They start with the first request.
package final class ThumbnailPool: Sendable {
  private let core: EngineCore
  private let queue: ThumbnailQueue
  private let opener: any MediaOpener
  private let shelf: ThumbnailShelf
  private let isStarted = Lock(false)

  /// Creates a pool without threads.
  ///
  /// - Parameters:
  ///   - core: The engine whose plays come first.
  ///   - opener: Opens clips, on several threads at once.
  ///   - shelf: Keeps thumbnails between runs.
  ///   - threadCount: At most as many clips are decoded at once.
  package init(
    core: EngineCore, opener: any MediaOpener, shelf: ThumbnailShelf = ThumbnailShelf(),
    threadCount: Int
  ) {
    self.core = core
    self.opener = opener
    self.shelf = shelf
    queue = ThumbnailQueue(workerCount: threadCount)
  }

  /// The client of the reducers and the view.
  package var client: ThumbnailClient {
    var client = ThumbnailClient()
    client.want = { [self] requests in
      queue.want(requests)
      if !requests.isEmpty { start() }
    }
    client.setArea = { [queue] in queue.setArea($0) }
    client.changes = { [queue] in queue.changes.stream() }
    client.takeChanges = { [queue] in queue.takeChanges() }
    client.forget = { [queue] in queue.forget($0) }
    client.pixels = { [queue] in queue.pixels($0, $1) }
    client.setMoving = { [queue] in queue.setMoving($0) }
    client.isMoving = { [queue] in queue.isMoving($0) }
    return client
  }

  /// Stops the threads; one that is stuck is left alone.
  package func shutDown() {
    queue.shutDown()
  }

  private func start() {
    let isFirst = isStarted.withLock { isStarted in
      defer { isStarted = true }
      return !isStarted
    }
    guard isFirst else { return }
    for worker in 0..<queue.workerCount {
      _ = WorkerThread(name: "thumbnails", niceness: 15) { [core, queue, opener, shelf] in
        let loop = ThumbnailLoop(
          core: core, queue: queue, opener: opener, shelf: shelf, worker: worker)
        let wakeup = queue.wakeup(of: worker)
        while !core.isShuttingDown {
          let next = loop.step(now: core.hostTime())
          let timeout = next.isFinite ? next - core.hostTime() : nil
          if timeout ?? 1 > 0 { wakeup.wait(timeout: timeout) }
        }
      }
    }
  }
}
