import Dispatch
import Testing

/// Runs the tests of a suite on threads of their own: those that wait for a process would each block
/// one of the few threads that all other tasks share.
struct OwnThreads: SuiteTrait, TestTrait, TestScoping {
  let isRecursive = true

  private final class Executor: TaskExecutor {
    private let queue = DispatchQueue(label: "tests", attributes: .concurrent)

    func enqueue(_ job: consuming ExecutorJob) {
      let job = UnownedJob(job)
      queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
  }

  private static let executor = Executor()

  func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    try await withTaskExecutorPreference(Self.executor) { try await function() }
  }
}

extension Trait where Self == OwnThreads {
  /// Runs the tests on threads of their own.
  static var ownThreads: Self { Self() }
}
