import Glibc
import Models
import Platform

// What an interrupted run has left.
extension StepRunner {
  /// Removes copies that were not complete, and gives files that were set aside their names back.
  ///
  /// - Parameter deletes: Whether a file that is to be deleted is, if its name is another one's.
  /// - Returns: Whether it was.
  func settle(deletes: Bool) throws(FileError) -> Bool {
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
          throw .kept(path, as: aside)
        }
      }
    }
    return false
  }

  /// What stays of a file that was set aside, and whose name is another one's by now.
  func twin(of path: FilePath) throws(FileError) -> Removal.Twin? {
    guard let target = step.target else { return nil }
    let other = path == step.source ? target : step.source
    guard status(of: other) != nil else { return nil }
    return Removal.Twin(path: other, attributes: try Self.attributes(of: other), compares: true)
  }

  /// Completes a step that was interrupted after its file had arrived.
  ///
  /// - Returns: Whether the step is done.
  func finish() throws(FileError) -> Bool {
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
}
