import Clients
import Dispatch
import Files
import Models
import Platform
import Records

extension ApplyClient {
  /// Has the files of a feed follow the verdicts, off the main thread.
  ///
  /// - Parameter job: The clips of the feed; `nil` if it is not made of files and folders, or nothing is
  ///   remembered.
  static func live(_ job: ApplyJob?) -> ApplyClient {
    var client = ApplyClient()
    client.plan = {
      guard let job else {
        return .failure(
          FeedError(
            .notFound, place: .localized("this feed"),
            detail: .localized("it is not made of files and folders: use flick apply")))
      }
      return await onThread {
        Result { () throws(FileError) in try job.plan() }
          .map { plan in
            ApplyOverview(
              batch: FileBatch(id: Int(saturating: WallClock.now * 1e6), steps: plan.steps),
              kept: plan.kept, rejected: plan.rejected,
              problems: plan.problems.map { CleanText("\($0)") })
          }
          .mapError { FeedError(.system($0.number), place: CleanText("\($0.path)")) }
      }
    }
    client.apply = { batch in
      guard let job else { return ApplyResult(batch: batch.id, files: 0) }
      return await run(job, batch) { (runner: inout BatchRunner) throws(FileError) in
        try runner.apply(batch)
      }
    }
    client.last = {
      guard let job else { return nil }
      return await onThread {
        // What is under way elsewhere is none that was interrupted.
        let last = try? ApplyJob.exclusively(job.options) { () throws(FileError) in
          try RecordStore.lastBatch(isUnfinished: false, job.options)
        }
        return last.flatMap(\.self).flatMap { job.concerns($0) ? $0.id : nil }
      }
    }
    client.undo = { batch in
      guard let job else { return nil }
      let last = await onThread {
        try? RecordStore.lastBatch(isUnfinished: false, job.options)
      }
      // Another Flick may have applied since.
      guard let last, last.id == batch else { return nil }
      return await run(job, last) { (runner: inout BatchRunner) throws(FileError) in
        try runner.undo(last)
      }
    }
    return client
  }

  private static func run(
    _ job: ApplyJob, _ batch: FileBatch,
    _ body: @escaping @Sendable (inout BatchRunner) throws(FileError) -> Int
  ) async -> ApplyResult {
    await onThread {
      let problem = Lock<CleanText?>(nil)
      var runner = ApplyJob.runner(job.options) { error in
        problem.withLock { $0 = $0 ?? CleanText("\(error)") }
      }
      var result = ApplyResult(batch: batch.id, files: batch.doneCount)
      do throws(FileError) {
        result.failures = try ApplyJob.exclusively(job.options) { () throws(FileError) in
          try body(&runner)
        }
      } catch {
        problem.withLock { $0 = CleanText("\(error)") }
        result.failures = Set(batch.steps.map(\.clip)).count
      }
      result.problem = problem.withLock { $0 }
      return result
    }
  }

  // Disks may be slow: not on a thread of the pool.
  private static func onThread<Value: Sendable>(
    _ body: @escaping @Sendable () -> Value
  ) async -> Value {
    await withCheckedContinuation { continuation in
      DispatchQueue.global(qos: .utility).async { continuation.resume(returning: body()) }
    }
  }
}
