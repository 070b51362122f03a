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

  private var info: TrashInfo? { TrashInfo(step, sideName: sideName, date: date) }

  /// The folders whose names it changes.
  var folders: [FilePath] {
    [step.source.parent, step.target?.parent, info?.path.parent].compactMap(\.self)
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
      if step.state == .done || !step.source.isTaken { throw deleted }
      return
    }
    let (here, there) = (status(of: step.source), status(of: target))
    switch step.kind {
    case .copy, .link:
      guard there != nil else { break }
      // The last one of a file is never removed.
      guard here != nil, try removeTwin(target, of: step.source) else {
        throw notAsLeft(target)
      }
    case .move, .trash:
      if here != nil, there != nil {
        // It was copied, and not removed yet; or another program has put the same file there.
        _ = try removeTwin(target, of: step.source)
      } else if let there {
        try step.source.parent.makeFolders()
        try move(target, to: step.source, there)
      } else if here == nil {
        throw notAsLeft(target)
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
  private func check() throws(FileError) {
    for path in [step.source, step.target].compactMap(\.self) {
      guard path.isPlain else {
        throw FileError(path, number: EINVAL, words: localized("not the whole path of a file"))
      }
      guard path.isReachedDirectly else {
        throw FileError(
          path, number: ELOOP, words: localized("a symbolic link leads to its folder"))
      }
    }
    guard (step.kind == .delete) == (step.target == nil), step.source != step.target else {
      throw FileError(step.source, number: EINVAL)
    }
  }

  /// The name of a file while it is removed.
  private func aside(_ path: FilePath) -> FilePath {
    path.parent.appending(
      FilePath("\(sideName).\(path == step.source ? "source" : "target")"))
  }

  /// The name of a copy until it is complete.
  private func draft(_ path: FilePath) -> FilePath {
    path.parent.appending(FilePath("\(sideName).copy"))
  }

  private func notAsLeft(_ path: FilePath) -> FileError {
    FileError(path, number: ENOENT, words: localized("it is not as it was left here"))
  }

  private var deleted: FileError {
    FileError(step.source, number: ENOENT, words: localized("it was deleted"))
  }

  /// A file's status, if it is the one that was planned.
  private func status(of path: FilePath) -> FileStatus? {
    guard let status = try? FileStatus(path, followsLinks: false), step.isAbout(status) else {
      return nil
    }
    return status
  }

  // MARK: - After an interruption

  /// Removes copies that were not complete, and gives files that were set aside their names back.
  ///
  /// - Parameter deletes: Whether a file that is to be deleted is, if its name is another one's.
  /// - Returns: Whether it was.
  private func settle(deletes: Bool) throws(FileError) -> Bool {
    let paths = [step.source, step.target].compactMap(\.self)
    for path in paths { _ = draft(path).withCString { unlink($0) } }
    for path in paths {
      let aside = aside(path)
      guard let side = try? FileStatus(aside, followsLinks: false) else { continue }
      do throws(FileError) {
        try aside.renameExclusively(to: path)
        path.parent.flush()
      } catch {
        guard error.number == EEXIST else { throw error }
        let removal = Removal(path: path, aside: aside)
        if (try? FileStatus(path, followsLinks: false))?.identity == side.identity {
          // Where renaming takes two steps, a file may have both names.
          try removal.discard(side, twin: Removal.Twin(path: path))
        } else if step.kind == .delete, deletes, step.isAbout(side) {
          try removal.discard(side)
          return true
        } else if let twin = try twin(of: path), step.isAbout(side) {
          try removal.discard(side, twin: twin)
        } else {
          throw Self.kept(path, as: aside)
        }
      }
    }
    return false
  }

  /// What stays of a file that was set aside, and whose name is another one's by now.
  private func twin(of path: FilePath) throws(FileError) -> Removal.Twin? {
    guard let target = step.target else { return nil }
    let other = path == step.source ? target : step.source
    guard status(of: other) != nil else { return nil }
    return Removal.Twin(path: other, attributes: try Self.attributes(of: other), compares: true)
  }

  private static func kept(_ path: FilePath, as other: FilePath) -> FileError {
    FileError(
      path, number: EEXIST, words: localized("another file has its name; it is kept as %s", other))
  }

  /// Completes a step that was interrupted after its file had arrived.
  ///
  /// - Returns: Whether the step is done.
  private func finish() throws(FileError) -> Bool {
    guard let target = step.target else { return !step.source.isTaken }
    guard status(of: target) != nil else { return false }
    do throws(FileError) {
      try info?.write(isResumed: true)
    } catch {
      report(error)
    }
    guard step.kind == .move || step.kind == .trash, status(of: step.source) != nil else {
      return true
    }
    guard try removeTwin(step.source, of: target) else {
      throw FileError(target, number: EEXIST)
    }
    return true
  }

  // MARK: - Files

  private func move(
    _ source: FilePath, to target: FilePath, _ known: FileStatus
  ) throws(FileError) {
    do throws(FileError) {
      try source.renameExclusively(to: target)
    } catch {
      guard error.number == EXDEV else { throw error }
      return try moveAcrossDisks(source, to: target, known)
    }
    // Another file may have got its name meanwhile.
    let moved = try FileStatus(target, followsLinks: false)
    guard moved.size == known.size, moved.modified == known.modified else {
      guard (try? target.renameExclusively(to: source)) != nil else {
        throw Self.kept(source, as: target)
      }
      throw .changed(source)
    }
  }

  private func moveAcrossDisks(
    _ source: FilePath, to target: FilePath, _ known: FileStatus
  ) throws(FileError) {
    guard known.kind == .file else {
      throw FileError(
        source, number: EXDEV, words: localized("a symbolic link stays on its disk"))
    }
    let copy = try FileCopy(
      source, to: target, draft: draft(target), as: known, keepsAll: true, reached: reached)
    reached(.named)
    do throws(FileError) {
      try Removal(path: source, aside: aside(source), reached: reached).perform(
        copy.original,
        twin: Removal.Twin(
          path: target, attributes: copy.attributes, compares: copy.original.isYoung))
    } catch {
      // Somebody else has removed it.
      guard source.isTaken || aside(source).isTaken else { return }
      do throws(FileError) {
        try Removal(path: target, aside: aside(target)).perform(copy.copy)
      } catch {
        report(error)
      }
      throw error
    }
  }

  /// Removes one of two files, if all that it holds is in the other one, too.
  ///
  /// - Returns: Whether it was.
  private func removeTwin(_ path: FilePath, of other: FilePath) throws(FileError) -> Bool {
    let removal = Removal(path: path, aside: aside(path), reached: reached)
    let known = try FileStatus(path, followsLinks: false)
    if try FileStatus(other, followsLinks: false).identity == known.identity {
      try removal.perform(known, twin: Removal.Twin(path: other))
      return true
    }
    let descriptor = try path.open(O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
    defer { close(descriptor) }
    let contents = FileContents(path: path, descriptor: descriptor)
    let status = try contents.status
    let attributes = try Self.attributes(of: other)
    guard try contents.isEqual(to: other), try contents.hasOnly(attributes) else { return false }
    try removal.perform(
      status, twin: Removal.Twin(path: other, attributes: attributes, compares: status.isYoung))
    return true
  }

  private static func attributes(of path: FilePath) throws(FileError) -> [[CChar]: [UInt8]] {
    let descriptor = try path.open(O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
    defer { close(descriptor) }
    return try FileContents(path: path, descriptor: descriptor).attributes
  }
}
