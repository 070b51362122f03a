import Composable
import IssueReporting
import Models

/// What an apply will do, as long as nothing has been done.
package struct ApplyOverview: Hashable, Sendable {
  package var batch: FileBatch
  /// How many clips are kept and rejected.
  package var kept: Int
  package var rejected: Int
  /// What is wrong with clips that will stay where they are.
  package var problems: [CleanText]

  package init(batch: FileBatch, kept: Int, rejected: Int, problems: [CleanText] = []) {
    self.batch = batch
    self.kept = kept
    self.rejected = rejected
    self.problems = problems
  }
}

/// How an apply went, or its undo.
package struct ApplyResult: Hashable, Sendable {
  package var batch: Int
  /// How many files there were to apply, or to take back.
  package var files: Int
  /// The first of the problems, and how many clips stay where they were.
  package var problem: CleanText?
  package var failures: Int

  package init(batch: Int, files: Int, problem: CleanText? = nil, failures: Int = 0) {
    self.batch = batch
    self.files = files
    self.problem = problem
    self.failures = failures
  }
}

/// An apply that can be taken back.
package struct AppliedBatch: Hashable, Sendable {
  package let id: Int
  /// When it was done, in seconds since 1970.
  package let time: Double

  package init(id: Int, time: Double) {
    self.id = id
    self.time = time
  }
}

/// How far the applies before this one are.
package enum ApplyStanding: Hashable, Sendable {
  /// Each was finished or taken back.
  case finished
  /// Another Flick is moving files.
  case running
  /// One was interrupted, and neither finished nor taken back.
  case interrupted
}

/// Has files follow the verdicts.
package struct ApplyClient: Client {
  /// How far the applies of earlier runs, and of other processes, are.
  package var standing: @Sendable () async -> ApplyStanding =
    unimplemented("ApplyClient.standing", placeholder: .finished)
  /// Finds out what is to be done for the clips of this feed; touches nothing.
  package var plan: @Sendable () async -> Result<ApplyOverview, FeedError> =
    unimplemented("ApplyClient.plan", placeholder: .failure(.init(.cancelled, place: "")))
  /// Carries out what was planned; what failed is in the result.
  package var apply: @Sendable (_ batch: FileBatch) async -> ApplyResult =
    unimplemented("ApplyClient.apply", placeholder: ApplyResult(batch: 0, files: 0))
  /// The last batch that can be taken back, if it is about this feed's files: perhaps of an earlier run.
  package var last: @Sendable () async -> AppliedBatch? =
    unimplemented("ApplyClient.last", placeholder: nil)
  /// Takes a batch back; `nil` if it is not the last one any more.
  package var undo: @Sendable (_ batch: Int) async -> ApplyResult? =
    unimplemented("ApplyClient.undo", placeholder: nil)

  package init() {}
}

extension DependencyValues {
  package var applyClient: ApplyClient {
    get { self[ApplyClient.self] }
    set { self[ApplyClient.self] = newValue }
  }
}
