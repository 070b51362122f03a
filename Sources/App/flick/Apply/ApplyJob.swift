import Dispatch
import FeedCore
import Files
import Foundation
import Glibc
import Models
import Platform
import Records

/// An apply: which clips, and what becomes of them.
struct ApplyJob: Sendable {
  var options: RecordOptions
  /// Files and folders.
  var places: [FilePath]
  /// Which of their clips.
  var filter = FilterQuery("")
  var rejected = ApplyPlan.Rejected.trash
  var kept = ApplyPlan.Kept.stay

  /// Finds out what is to be done. Reads on the calling thread.
  func plan() throws(FileError) -> ApplyPlan {
    var clips: [ApplyPlan.Clip] = []
    var problems: [FileError] = []
    try RecordStore.forEachReview(in: places, filter, options) { item in
      guard let path = item.path, item.review.verdict != nil else { return true }
      switch item.file {
      // Those of an earlier apply are gone.
      case .gone: break
      case .uncertain: problems.append(.uncertain(path))
      case .judged where MediaFormat.extensions.contains(path.lowercaseExtension):
        clips.append(ApplyPlan.Clip(path, item.review))
      case .judged: problems.append(.noClip(path))
      }
      return true
    }
    let data = BaseFolder.data(ProcessInfo.processInfo.environment)
    let folder = if case .folder(let folder) = options.place { folder } else { nil as FilePath? }
    return ApplyPlan(
      clips, problems: problems, rejected: rejected, kept: kept,
      homeTrash: data.map { FilePath($0).appending(FilePath("Trash")) },
      in: folder.map { CanonicalPath.ofPlace($0) })
  }

  /// Whether a batch is about files of the job's places only.
  func concerns(_ batch: FileBatch) -> Bool { batch.isOnly(in: places.compactMap(\.resolved)) }
}
