import Glibc
import Models
import Platform

/// Removes a file, if it is still the one that was looked at: it is renamed first, so that no other file can
/// take its place, then looked at again, and put back if it is another one.
struct Removal {
  let path: FilePath
  /// Its name meanwhile, in the same folder.
  let aside: FilePath
  /// Called at each moment at which other programs might do something.
  var reached: (ApplyMoment) -> Void = { _ in }

  /// What stays of a file that is removed: its content under another name.
  struct Twin {
    let path: FilePath
    /// The attributes that it has, too; `nil` if these do not matter.
    var attributes: [[CChar]: [UInt8]]?
    /// Whether its content is compared: the time of the file may not show its last change.
    var compares = false
  }

  /// Removes the file.
  ///
  /// - Parameters:
  ///   - known: The file, as it was looked at.
  ///   - twin: What stays of it, if anything does.
  /// - Throws: Why it is still there, or where it is.
  func perform(_ known: FileStatus, twin: Twin? = nil) throws(FileError) {
    // Renaming changes this time, too.
    guard try FileStatus(path, followsLinks: false).changed == known.changed else {
      throw .changed(path)
    }
    try path.renameExclusively(to: aside)
    reached(.setAside)
    do throws(FileError) {
      try discard(known, twin: twin)
    } catch {
      try putBack(because: error)
    }
  }

  /// Removes the file, which was set aside before.
  func discard(_ known: FileStatus, twin: Twin? = nil) throws(FileError) {
    guard try FileStatus(aside, followsLinks: false) == known else { throw .changed(path) }
    // Of a file with two names, nothing goes with one of them.
    let isOtherName = twin.flatMap { try? FileStatus($0.path, followsLinks: false) }
      .map { $0.identity == known.identity }
    guard known.kind == .file, isOtherName != true else { return try aside.remove() }
    let descriptor: Int32
    do throws(FileError) {
      descriptor = try aside.open(O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
    } catch {
      // What cannot be read can be deleted all the same.
      guard error.number == EACCES, twin == nil else { throw FileError(path, number: error.number) }
      return try aside.remove()
    }
    defer { close(descriptor) }
    let contents = FileContents(path: path, descriptor: descriptor)
    let isRemote = aside.withCString(FileSystemType.isRemote)
    let lease = FileLease.take(on: descriptor, isRemote: isRemote)
    guard lease != .refused else { throw busy }
    guard try contents.status == known else { throw .changed(path) }
    if let twin {
      if let attributes = twin.attributes, try !contents.hasOnly(attributes) {
        throw .changed(path)
      }
      if twin.compares, try !contents.isEqual(to: twin.path) { throw .changed(path) }
    }
    reached(.compared)
    guard lease == .unavailable || FileLease.isHeld(on: descriptor) else { throw busy }
    try aside.remove()
  }

  private var busy: FileError {
    FileError(path, number: EBUSY, words: localized("another program is writing to it"))
  }

  private func putBack(because problem: FileError) throws(FileError) -> Never {
    do throws(FileError) {
      try aside.renameExclusively(to: path)
    } catch {
      // Another file has its name by now.
      throw FileError(
        path, number: problem.number,
        words: localized("%1$s; it is kept as %2$s", problem.words, aside))
    }
    throw problem
  }
}

extension FileContents {
  /// Whether the file has no other attributes than some.
  func hasOnly(_ others: [[CChar]: [UInt8]]) throws(FileError) -> Bool {
    try attributes.allSatisfy { others[$0.key] == $0.value }
  }

  /// Whether a file of this name has the same content.
  func isEqual(to other: FilePath) throws(FileError) -> Bool {
    let descriptor = try other.open(O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
    defer { close(descriptor) }
    return try FileContents.areEqual(self, FileContents(path: other, descriptor: descriptor))
  }
}

extension FileStatus {
  /// How long two changes may have the same time, in seconds: one may go unseen.
  private static let coarsestTime = 3.0

  /// Whether the file was changed so recently that its time would not show another change.
  var isYoung: Bool { modified.sinceEpoch > WallClock.now - Self.coarsestTime }
}
