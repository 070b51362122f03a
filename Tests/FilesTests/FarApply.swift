import Models
import Network
import Platform
import Testing

@testable import Files

/// Clips on another machine, and what an apply does to them.
struct FarApply {
  let disk = FarDisk()
  let saved = Lock<[FileBatch]>([])
  let problems = Lock<[FileError]>([])

  let nas: RemoteAddress

  init() throws { nas = try #require(RemoteAddress("sftp://nas/")) }

  func clip(
    _ path: String, _ review: Review = Review(verdict: .reject), version: FileVersion? = nil,
    time: Double = 1_750_000_000
  ) -> ApplyPlan.FarClip {
    ApplyPlan.FarClip(nas.at(FilePath(path)), review, version: version, time: time)
  }

  /// A clip that was seen as it is there now.
  func seen(_ path: String) -> ApplyPlan.FarClip {
    clip(path, version: disk.with { $0.entry(path)?.version })
  }

  func plan(
    _ clips: [ApplyPlan.FarClip], rejected: ApplyPlan.Rejected = .trash,
    kept: ApplyPlan.Kept = .stay
  ) -> ApplyPlan {
    var plan = ApplyPlan([], rejected: rejected, kept: kept, homeTrash: nil)
    plan.add(clips, by: disk)
    return plan
  }

  /// A batch that rejects clips.
  func batch(_ paths: String..., rejected: ApplyPlan.Rejected = .trash) -> FileBatch {
    FileBatch(id: 1, steps: plan(paths.map(seen), rejected: rejected).steps)
  }

  func runner() -> BatchRunner {
    BatchRunner(
      far: disk,
      save: { [saved] batch throws(FileError) in saved.withLock { $0.append(batch) } },
      report: { [problems] problem in problems.withLock { $0.append(problem) } })
  }

  func apply(_ batch: FileBatch) throws -> Int {
    var runner = runner()
    return try runner.apply(batch)
  }

  func finish(_ batch: FileBatch) throws -> Int {
    var runner = runner()
    return try runner.finish(batch)
  }

  func undo(_ batch: FileBatch) throws -> Int {
    var runner = runner()
    return try runner.undo(batch)
  }

  /// The batch as it was saved last.
  func last() throws -> FileBatch { try #require(saved.withLock { $0.last }) }

  /// The line is there again, and nothing is wrong with it.
  func repair() {
    disk.with { state in
      state.isCut = false
      state.cut = nil
      state.before = { _, _, _ in }
      state.refusal = { _ in nil }
    }
  }

  var words: [String] { problems.withLock { $0.map { "\($0)" } } }
}
