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

  /// Whether there may be files that it could move: clips of the web stay where they are.
  var movesFiles: Bool {
    places.contains {
      RemoteAddress(String(decoding: $0.bytes, as: UTF8.self))?.scheme.isWeb != true
    }
  }

  /// Finds out what is to be done. Reads on the calling thread, and asks the machines.
  ///
  /// - Parameter report: As in `ApplyPlan.add`.
  func plan(
    report: @escaping (RemoteAddress, Int, Int) -> Void = { _, _, _ in }
  ) throws(FileError) -> ApplyPlan {
    var clips: [ApplyPlan.Clip] = []
    var far: Set<RemoteAddress> = []
    var problems: [FileError] = []
    try RecordStore.forEachReview(in: places, filter, options) { item in
      guard item.review.verdict != nil else { return true }
      if let address = item.machineFile { far.insert(address) }
      guard let path = item.path else { return true }
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
    var plan = ApplyPlan(
      clips, problems: problems, rejected: rejected, kept: kept,
      homeTrash: data.map { FilePath($0).appending(FilePath("Trash")) },
      in: folder.map { CanonicalPath.ofPlace($0) })
    plan.add(try farClips(far), by: WebAccess.machines, report: report)
    return plan
  }

  /// All judged clips of the machines on which some are: only there it is known that two addresses mean one file,
  /// of which different things may have been decided.
  ///
  /// - Parameter wanted: Which of them are to be treated.
  private func farClips(
    _ wanted: Set<RemoteAddress>
  ) throws(FileError) -> [ApplyPlan.FarClip] {
    var clips: [ApplyPlan.FarClip] = []
    let machines = Set(wanted.map(\.machine)).map { FilePath($0.string) }
    guard !machines.isEmpty else { return [] }
    try RecordStore.forEachReview(in: machines, FilterQuery(""), options) { item in
      guard item.review.verdict != nil, let address = item.machineFile else { return true }
      clips.append(
        ApplyPlan.FarClip(
          address, item.review, version: item.version, time: item.time,
          isWanted: wanted.contains(address)))
      return true
    }
    return clips
  }

  /// Whether a batch is about files of the job's places only.
  func concerns(_ batch: FileBatch) -> Bool {
    batch.isOnly(
      in: places.compactMap(\.resolved), machines: places.compactMap(AddressReader.sftp))
  }
}

extension ReviewedItem {
  /// The address of a whole file on a machine that `ssh` reaches: a verdict on a part is none on the file.
  fileprivate var machineFile: RemoteAddress? {
    address.flatMap { $0.scheme == .sftp && $0.whole == $0 ? $0 : nil }
  }
}
