import Dispatch
import Platform

/// Runs the asynchronous functions that a test's effects call on the main thread, in order, and
/// knows whether any is left to run.
///
/// This lets a test wait for exactly what is in flight: nothing an effect does happens on a thread
/// that the test cannot see.
final class MainExecutor: TaskExecutor {
  private let pending = Lock(0)

  /// Whether no job is waiting or running.
  var isIdle: Bool { pending.withLock { $0 } == 0 }

  func enqueue(_ job: consuming ExecutorJob) {
    pending.withLock { $0 += 1 }
    let job = UnownedJob(job)
    DispatchQueue.main.async { [self] in
      job.runSynchronously(on: asUnownedTaskExecutor())
      pending.withLock { $0 -= 1 }
    }
  }
}
