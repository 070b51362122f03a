import Glibc
import Models
import Platform

// How a file gets to its place, and how one of two goes.
extension StepRunner {
  func move(
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
        throw .kept(source, as: target)
      }
      throw .changed(source)
    }
  }

  func moveAcrossDisks(
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
      // Another program has removed it.
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
  func removeTwin(_ path: FilePath, of other: FilePath) throws(FileError) -> Bool {
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

  static func attributes(of path: FilePath) throws(FileError) -> [[CChar]: [UInt8]] {
    let descriptor = try path.open(O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
    defer { close(descriptor) }
    return try FileContents(path: path, descriptor: descriptor).attributes
  }
}
