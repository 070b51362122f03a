import Glibc
import Models
import Platform

/// Does what one step of a batch says, and takes it back.
struct StepRunner {
  let step: FileStep
  /// What the names of files begin with that are in use for a moment.
  let sideName: String
  /// The local date and time, as a trash has it.
  let date: String
  /// Whether an earlier run may have begun the step.
  let isResumed: Bool
  /// Called with what is not quite as it should be.
  let report: (FileError) -> Void
  /// Called at each moment at which other programs might do something.
  let reached: (ApplyMoment) -> Void

  var info: TrashInfo? { TrashInfo(step, sideName: sideName, date: date) }

  /// The folders whose names it changes; none if the step is refused.
  var folders: [FilePath] {
    guard (try? check()) != nil else { return [] }
    return [step.source.parent, step.target?.parent, info?.path.parent].compactMap(\.self)
  }

  /// Does the step, or the rest of it.
  func perform() throws(FileError) {
    try check()
    if isResumed {
      if try settle(deletes: true) { return }
      if try finish() { return }
    }
    let status = try FileStatus(step.source, followsLinks: false)
    guard step.isFor(status) else { throw .changed(step.source) }
    guard let target = step.target else {
      return try Removal(path: step.source, aside: aside(step.source), reached: reached)
        .perform(status)
    }
    try target.parent.makeFolders()
    switch step.kind {
    case .copy:
      let copy = try FileCopy(
        step.source, to: target, draft: draft(target), as: status, keepsAll: false, reached: reached
      )
      for name in copy.lost {
        report(
          FileError(
            target, number: ENOTSUP,
            words: localized("the copy lacks the attribute %s", CleanText(name))))
      }
    case .link:
      try step.source.link(to: target)
      let linked = try FileStatus(target, followsLinks: false)
      guard linked == status else {
        try Removal(path: target, aside: aside(target)).perform(
          linked, twin: Removal.Twin(path: step.source))
        throw .changed(step.source)
      }
    case .move: try move(step.source, to: target, status)
    case .trash:
      try info?.write(isResumed: isResumed)
      do throws(FileError) {
        try move(step.source, to: target, status)
      } catch {
        if !target.isTaken { try? info?.remove(isResumed: false) }
        throw error
      }
    case .delete: break
    }
  }

  /// Takes the step back, if it was done.
  func revert() throws(FileError) {
    try check()
    _ = try settle(deletes: false)
    guard let target = step.target else {
      if step.state == .done || !step.source.isTaken { throw .deleted(step.source) }
      return
    }
    let (here, there) = (status(of: step.source), status(of: target))
    switch step.kind {
    case .copy, .link:
      guard there != nil else { break }
      // The last one of a file is never removed.
      guard here != nil, try removeTwin(target, of: step.source) else {
        throw .notAsLeft(target)
      }
    case .move, .trash:
      if here != nil, there != nil {
        // It was copied, and not removed yet; or another program has put the same file there.
        _ = try removeTwin(target, of: step.source)
      } else if let there {
        try step.source.parent.makeFolders()
        try move(target, to: step.source, there)
      } else if here == nil {
        throw .notAsLeft(target)
      }
      if !target.isTaken { try info?.remove(isResumed: isResumed) }
    case .delete: break
    }
  }

  // MARK: - Names

  /// Whether a file of the step was left under another name.
  var isSetAside: Bool {
    aside(step.source).isTaken || step.target.map { aside($0).isTaken } == true
  }

  /// A batch is what a file says: the runner does not trust that it leads where it seems to.
  func check() throws(FileError) {
    for path in [step.source, step.target].compactMap(\.self) {
      guard path.isPlain else { throw .notPlain(path) }
      guard path.isReachedDirectly else { throw .linked(path) }
    }
    guard (step.kind == .delete) == (step.target == nil), step.source != step.target else {
      throw FileError(step.source, number: EINVAL)
    }
  }

  /// The name of a file while it is removed.
  func aside(_ path: FilePath) -> FilePath {
    path.parent.appending(
      FilePath("\(sideName).\(path == step.source ? "source" : "target")"))
  }

  /// The name of a copy until it is complete.
  func draft(_ path: FilePath) -> FilePath {
    path.parent.appending(FilePath("\(sideName).copy"))
  }

  /// A file's status, if it is the one that was planned.
  func status(of path: FilePath) -> FileStatus? {
    guard let status = try? FileStatus(path, followsLinks: false), step.isAbout(status) else {
      return nil
    }
    return status
  }
}
