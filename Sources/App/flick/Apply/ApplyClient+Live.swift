import Clients
import Files
import Models
import Platform
import Records

extension ApplyClient {
  /// Applies the verdicts to the files of a feed, off the main thread.
  ///
  /// - Parameters:
  ///   - job: The clips of the feed; `nil` if it is not made of files and folders, or nothing is
  ///     remembered.
  ///   - batches: Where batches are kept; `nil` if that is nowhere.
  static func live(_ job: ApplyJob?, _ batches: BatchStore?) -> ApplyClient {
    var client = ApplyClient()
    client.standing = {
      guard let batches else { return .finished }
      return await offPool { (try? batches.standing()) ?? .finished }
    }
    client.plan = {
      guard let job else {
        return .failure(
          FeedError(
            .notFound, place: .localized("this feed"),
            detail: .localized("it is not made of files and folders: use flick apply")))
      }
      guard batches != nil else {
        return .failure(
          FeedError(
            .notFound, place: .localized("the state folder"),
            detail: .localized("set XDG_STATE_HOME or HOME")))
      }
      return await offPool {
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
      guard let batches else { return ApplyResult(batch: batch.id, files: 0) }
      return await run(batches, batch) { (runner: inout BatchRunner) throws(FileError) in
        try batches.apply(batch, &runner)
      }
    }
    client.last = {
      guard let job, let batches else { return nil }
      // If it is under way elsewhere, taking it back will tell.
      return await offPool {
        (try? batches.last()).flatMap(\.self).flatMap {
          job.concerns($0) ? AppliedBatch(id: $0.id, time: Double($0.id) / 1e6) : nil
        }
      }
    }
    client.undo = { id in
      guard let job, let batches else { return nil }
      let last = await offPool { try? batches.last() }
      // Another Flick may have applied since.
      guard let last, last.id == id, job.concerns(last) else { return nil }
      return await run(batches, last) { (runner: inout BatchRunner) throws(FileError) in
        guard let last = try batches.last(), last.id == id else { return 0 }
        return try runner.undo(last)
      }
    }
    return client
  }

  private static func run(
    _ batches: BatchStore, _ batch: FileBatch,
    _ body: @escaping @Sendable (inout BatchRunner) throws(FileError) -> Int
  ) async -> ApplyResult {
    await offPool {
      let problem = Lock<CleanText?>(nil)
      var runner = batches.runner { error in
        problem.withLock { $0 = $0 ?? CleanText("\(error)") }
      }
      var result = ApplyResult(batch: batch.id, files: batch.doneCount)
      do throws(FileError) {
        result.failures = try batches.exclusively { () throws(FileError) in try body(&runner) }
      } catch {
        problem.withLock { $0 = CleanText("\(error)") }
        result.failures = Set(batch.steps.map(\.clip)).count
      }
      result.problem = problem.withLock { $0 }
      return result
    }
  }
}
