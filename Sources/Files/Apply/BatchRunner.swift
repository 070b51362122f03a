import FeedCore
import Glibc
import Models
import Platform

/// Does what a batch says, and takes it back (docs/decisions/triage.md).
///
/// What is done is told by the files themselves, so that a batch can be finished or taken back after a
/// crash: a step is done if its file is at its target and not at its source. Nothing is overwritten.
package struct BatchRunner {
  private let save: (FileBatch) throws(FileError) -> Void
  private let report: (FileError) -> Void
  private var touched: Set<FilePath> = []
  /// The local date and time, as a trash has it.
  private let date: String

  /// Creates a runner.
  ///
  /// - Parameters:
  ///   - save: Has the state of a batch survive a power failure.
  ///   - report: Called with what cannot be done; the rest goes on.
  package init(
    save: @escaping (FileBatch) throws(FileError) -> Void, report: @escaping (FileError) -> Void
  ) {
    self.save = save
    self.report = report
    let now = WallClock.now
    date = String(
      Timestamp.text(seconds: Int(saturating: now) + WallClock.timeZone(at: now)).dropLast())
  }

  /// Does what is planned, or the rest of it.
  ///
  /// - Returns: How many clips could not be treated.
  /// - Throws: If the batch cannot be saved; then nothing more is done.
  @discardableResult
  package mutating func apply(_ batch: FileBatch) throws(FileError) -> Int {
    var batch = batch
    batch.state = .applying
    try save(batch)
    let failures = each(&batch, reversed: false) { runner, steps throws(FileError) in
      for index in steps.indices {
        do throws(FileError) {
          try runner.perform(steps[index])
          steps[index].state = .done
        } catch {
          // All files of a clip go, or none.
          for done in steps[..<index].reversed() { try? runner.revert(done) }
          for index in steps.indices { steps[index].state = .failed }
          throw error
        }
      }
    }
    flush()
    batch.state = .applied
    try save(batch)
    return failures
  }

  /// Takes back what was done, as far as the files are there. What is not there may be later, when
  /// its disk is: it is tried again as long as that brings something back.
  ///
  /// - Returns: How many clips could not be brought back.
  @discardableResult
  package mutating func undo(_ batch: FileBatch) throws(FileError) -> Int {
    var batch = batch
    let isRepeated = batch.state == .partlyUndone
    let undone = batch.steps.count { $0.state == .undone }
    batch.state = .undoing
    try save(batch)
    let failures = each(&batch, reversed: true) { runner, steps throws(FileError) in
      for index in steps.indices.reversed()
      where steps[index].state != .failed && steps[index].state != .undone {
        try runner.revert(steps[index])
        steps[index].state = .undone
      }
    }
    flush()
    let hasProgress = batch.steps.count { $0.state == .undone } > undone
    let isOpen = batch.steps.contains {
      $0.kind != .delete && $0.state != .undone && $0.state != .failed
    }
    batch.state = isOpen && (hasProgress || !isRepeated) ? .partlyUndone : .undone
    try save(batch)
    return failures
  }

  /// Calls a function with the steps of each clip; reports what it throws.
  private mutating func each(
    _ batch: inout FileBatch, reversed: Bool,
    _ body: (inout BatchRunner, inout [FileStep]) throws(FileError) -> Void
  ) -> Int {
    var groups: [Range<Int>] = []
    for index in batch.steps.indices {
      if let last = groups.last, batch.steps[last.lowerBound].clip == batch.steps[index].clip {
        groups[groups.count - 1] = last.lowerBound..<(index + 1)
      } else {
        groups.append(index..<(index + 1))
      }
    }
    var failures = 0
    for group in reversed ? groups.reversed() : groups {
      var steps = Array(batch.steps[group])
      do throws(FileError) {
        try body(&self, &steps)
      } catch {
        failures += 1
        report(error)
      }
      batch.steps.replaceSubrange(group, with: steps)
    }
    return failures
  }

  /// Has the new names survive a power failure.
  private mutating func flush() {
    for folder in touched { folder.flush() }
    touched = []
  }

  // MARK: - Steps

  private mutating func perform(_ step: FileStep) throws(FileError) {
    if step.state == .planned, isDone(step) { return try finish(step) }
    guard let status = try? FileStatus(step.source, followsLinks: false) else {
      throw FileError(step.source, number: ENOENT)
    }
    guard FileVersion(status) == step.version else {
      throw FileError(
        step.source, number: ESTALE, words: localized("it has changed since this was planned"))
    }
    guard let target = step.target else {
      try step.source.remove()
      touched.insert(step.source.parent)
      return
    }
    try target.parent.makeFolders()
    switch step.kind {
    case .copy: try step.source.copyExclusively(to: target, draft: draft(of: target))
    case .link: try step.source.link(to: target)
    case .move: try move(step.source, to: target)
    case .trash:
      try tell(step)
      do throws(FileError) {
        try move(step.source, to: target)
      } catch {
        if let info = step.info { _ = info.withCString { unlink($0) } }
        throw error
      }
    case .delete: break
    }
    touched.formUnion([step.source.parent, target.parent])
  }

  /// Writes where a file in the trash came from, before it is there.
  private func tell(_ step: FileStep) throws(FileError) {
    guard let info = step.info, let target = step.target else { return }
    let words = TrashFolder(of: target, info).information(step.source, date: date)
    do throws(FileError) {
      try info.write(words, flags: O_EXCL, mode: 0o600, isDurable: true)
    } catch {
      // One of a run that was interrupted.
      guard error.number == EEXIST, let known = try? info.contents(limit: 1 << 16),
        String(decoding: known, as: UTF8.self).split(separator: "\n").prefix(2)
          == String(decoding: words, as: UTF8.self).split(separator: "\n").prefix(2)
      else { throw error }
    }
  }

  private func move(_ source: FilePath, to target: FilePath) throws(FileError) {
    do throws(FileError) {
      try source.renameExclusively(to: target)
    } catch {
      guard error.number == EXDEV else { throw error }
      try source.copyExclusively(to: target, draft: draft(of: target))
      try source.remove()
    }
  }

  /// A name beside a file, for its copy until that is complete.
  private func draft(of target: FilePath) -> FilePath {
    target.parent.appending(
      FilePath(bytes: ".".utf8 + target.lastComponent.prefix(240) + ".flick".utf8))
  }

  /// Whether a step was done before the program was killed.
  private func isDone(_ step: FileStep) -> Bool {
    guard let target = step.target else {
      return (try? FileStatus(step.source, followsLinks: false)) == nil
    }
    return isSame(target, step)
  }

  /// Completes a step that was interrupted after its file had arrived.
  private func finish(_ step: FileStep) throws(FileError) {
    guard let target = step.target, step.kind == .move || step.kind == .trash,
      isSame(step.source, step)
    else { return }
    guard try step.source.hasContent(of: target) else {
      throw FileError(target, number: EEXIST)
    }
    try step.source.remove()
  }

  /// Takes a step back, if it was done.
  private mutating func revert(_ step: FileStep) throws(FileError) {
    guard let target = step.target else {
      if step.state == .done {
        throw FileError(step.source, number: ENOENT, words: localized("it was deleted"))
      }
      return
    }
    touched.formUnion([step.source.parent, target.parent])
    _ = draft(of: target).withCString { unlink($0) }
    let isThere = isDone(step)
    switch step.kind {
    case .copy, .link:
      guard isThere else { break }
      // The last one of a file is never removed.
      guard isSame(step.source, step), try step.source.hasContent(of: target) else {
        throw FileError(
          target, number: ENOENT, words: localized("it is not as it was left here"))
      }
      try target.remove()
    case .move, .trash:
      let isAtSource = isSame(step.source, step)
      if isThere, isAtSource {
        // It was copied, and not removed yet.
        if try step.source.hasContent(of: target) { try target.remove() }
      } else if isThere {
        try step.source.parent.makeFolders()
        try move(target, to: step.source)
      } else if !isAtSource {
        throw FileError(
          target, number: ENOENT, words: localized("it is not as it was left here"))
      }
      // Another program may have put a file of its own there.
      if let info = step.info, (try? FileStatus(target, followsLinks: false)) == nil {
        _ = info.withCString { unlink($0) }
      }
    case .delete: break
    }
  }

  /// Some disks keep times to two seconds only.
  private static let timeTolerance = 2.0

  /// Whether a file is the one that was planned.
  private func isSame(_ path: FilePath, _ step: FileStep) -> Bool {
    guard let status = try? FileStatus(path, followsLinks: false) else { return false }
    let difference = status.modified.sinceEpoch - step.version.modified.sinceEpoch
    return status.size == step.version.size && abs(difference) <= Self.timeTolerance
  }
}
