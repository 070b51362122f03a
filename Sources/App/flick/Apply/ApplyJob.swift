import Dispatch
import FeedCore
import Files
import Foundation
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
    try RecordStore.forEachReview(in: places, filter, options) { item in
      // Those of an earlier apply are gone.
      if let path = item.path, item.review.verdict != nil,
        (try? FileStatus(path, followsLinks: false)) != nil
      {
        clips.append(ApplyPlan.Clip(path, item.review))
      }
      return true
    }
    let data = BaseFolder.data(ProcessInfo.processInfo.environment)
    return ApplyPlan(
      clips, rejected: rejected, kept: kept,
      homeTrash: data.map { FilePath($0).appending(FilePath("Trash")) })
  }

  /// Whether a batch is about files of the job's places only.
  func concerns(_ batch: FileBatch) -> Bool { batch.isOnly(in: places.compactMap(\.resolved)) }
}
