import Glibc
import Models
import Platform

/// The file in a trash that records where one of its files came from.
struct TrashInfo {
  let path: FilePath
  /// Its name until it is complete, and while it is removed.
  private let draft: FilePath
  /// What it says but for the date.
  private let beginning: [UInt8]
  private let content: [UInt8]

  /// The longest one that is read, in bytes.
  private static let longest = 1 << 16

  /// The information that a step needs.
  ///
  /// - Parameters:
  ///   - step: A step.
  ///   - sideName: What the names of files begin with that are in use for a moment.
  ///   - date: The local date and time, as `2026-05-31T12:00:00`.
  /// - Returns: `nil` if there is no trash that wants to know.
  init?(_ step: FileStep, sideName: String, date: String) {
    guard step.kind == .trash, let target = step.target, let trash = TrashFolder(of: target),
      let path = trash.infoFile(of: target)
    else { return nil }
    self.path = path
    draft = path.parent.appending(FilePath("\(sideName).info"))
    beginning = trash.information(step.source)
    content = beginning + "DeletionDate=\(date)\n".utf8
  }

  /// Writes the information; it is there as a whole or not at all.
  ///
  /// - Parameter isResumed: Whether an earlier run may have written it.
  func write(isResumed: Bool) throws(FileError) {
    _ = draft.withCString { unlink($0) }
    try draft.write(content, flags: O_EXCL | O_NOFOLLOW, mode: 0o600, isDurable: true)
    do throws(FileError) {
      do throws(FileError) {
        try draft.renameExclusively(to: path)
      } catch {
        guard error.number == EEXIST, isResumed, let known else { throw error }
        if known.isComplete {
          try draft.remove()
        } else {
          try draft.rename(to: path)
        }
      }
    } catch {
      _ = draft.withCString { unlink($0) }
      throw error
    }
    path.parent.flush()
  }

  /// Removes the information, if it is about this file.
  ///
  /// - Parameter isResumed: Whether an earlier run may have written a part of it.
  func remove(isResumed: Bool) throws(FileError) {
    // Only one that was left by a run that was killed.
    _ = draft.withCString { unlink($0) }
    guard let known, known.isComplete || isResumed else { return }
    try Removal(path: path, aside: draft).perform(known.status)
  }

  /// The information that is there, if it is about this file.
  private var known: (status: FileStatus, isComplete: Bool)? {
    guard let descriptor = try? path.open(O_RDONLY | O_NOFOLLOW | O_NONBLOCK) else { return nil }
    defer { close(descriptor) }
    guard let status = try? FileStatus(descriptor: descriptor), status.kind == .file,
      let found = try? Descriptor.contents(of: descriptor, limit: Self.longest)
    else { return nil }
    if found.starts(with: beginning) {
      return (status, found.count > beginning.count && found.last == UInt8(ascii: "\n"))
    }
    // Earlier versions wrote it in place, and may have been killed meanwhile.
    return beginning.starts(with: found) ? (status, false) : nil
  }
}
