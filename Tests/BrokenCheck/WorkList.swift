import Platform

/// Hands out the numbers from zero, each to one of several threads.
final class WorkList: Sendable {
  private let count: Int
  private let next = Lock(0)

  init(count: Int) {
    self.count = count
  }

  /// Takes a number; `nil` when all are taken.
  func take() -> Int? {
    next.withLock { next in
      guard next < count else { return nil }
      defer { next += 1 }
      return next
    }
  }

  /// Calls a function for each number, on several threads, and returns when all are done.
  static func run(count: Int, threads: Int, _ body: @escaping @Sendable (Int) -> Void) {
    let list = WorkList(count: count)
    let workers = (0..<threads).map { _ in
      WorkerThread(name: "check") {
        while let number = list.take() { body(number) }
      }
    }
    for worker in workers { worker.join() }
  }
}
