import Glibc
import Models
import Platform

/// A copy of a file, complete and on the disk: its bytes, its mode, its times, the attributes that are the
/// user's own. It was read back and found equal.
struct FileCopy {
  /// The file, as it was before and after it was copied.
  let original: FileStatus
  /// What was copied of its attributes.
  let attributes: [[CChar]: [UInt8]]
  let copy: FileStatus
  /// Attributes that the disk of the copy does not take; empty if all have to be kept.
  let lost: [String]

  /// Copies a file to a new name, which appears once the copy is complete.
  ///
  /// - Parameters:
  ///   - source: A regular file.
  ///   - target: Another copy's name must not be taken.
  ///   - draft: The name until then, in the same folder, which must be new.
  ///   - expected: What the file has to be.
  ///   - keepsAll: Whether the copy will be all that is left of the file.
  ///   - reached: Called at each moment at which other programs might do something.
  /// - Throws: Why there is no copy; then nothing is left of it.
  init(
    _ source: FilePath, to target: FilePath, draft: FilePath, as expected: FileStatus,
    keepsAll: Bool, reached: (ApplyMoment) -> Void
  ) throws(FileError) {
    let input = FileContents(
      path: source, descriptor: try source.open(O_RDONLY | O_NOFOLLOW | O_NONBLOCK))
    defer { close(input.descriptor) }
    let before = try input.status
    guard before.kind == .file, before == expected else { throw input.changed }
    let output = FileContents(
      path: target, descriptor: try draft.open(O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW, mode: 0o600))
    defer { close(output.descriptor) }
    do throws(FileError) {
      reached(.opened)
      try input.copy(to: output)
      attributes = try input.attributes
      lost = try output.take(before, attributes, keepsAll: keepsAll)
      guard fsync(output.descriptor) == 0 else { throw FileError(target) }
      reached(.copied)
      // What is read comes from the disk, not from memory.
      posix_fadvise(output.descriptor, 0, 0, POSIX_FADV_DONTNEED)
      guard try FileContents.areEqual(input, output) else {
        throw FileError(target, number: EIO, words: localized("the copy differs from the file"))
      }
      let after = try input.status
      guard after == before, after.changed == before.changed else { throw input.changed }
      guard try output.status.modified.isAbout(before.modified) else {
        throw FileError(
          source, number: EINVAL, words: localized("its date cannot be kept on the other disk"))
      }
      try draft.renameExclusively(to: target)
      target.parent.flush()
      // Renaming has changed its times.
      (original, copy) = (before, try output.status)
    } catch {
      _ = draft.withCString { unlink($0) }
      throw error
    }
  }
}

extension FileContents {
  /// Gives a new file what another one has beside its content.
  ///
  /// - Returns: The names of attributes that could not be kept, and do not have to be.
  fileprivate func take(
    _ status: FileStatus, _ attributes: [[CChar]: [UInt8]], keepsAll: Bool
  ) throws(FileError) -> [String] {
    let (user, group) = status.owner
    // As far as this is allowed.
    if fchown(descriptor, user, group) != 0 { fchown(descriptor, uid_t.max, group) }
    // A program that runs as its owner would run as another one.
    fchmod(descriptor, status.permissions & (isOwned(by: status) ? 0o7777 : 0o777))
    var lost: [String] = []
    try FileError.about(path) { () throws(SystemError) in
      // What the folder gives to new files is not the file's.
      for name in try FileAttribute.own(of: descriptor).keys where attributes[name] == nil {
        try FileAttribute.remove(name, of: descriptor)
      }
    }
    for (name, value) in attributes {
      do throws(SystemError) {
        try FileAttribute.set(name, to: value, of: descriptor)
      } catch {
        let words = String(decoding: name.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
        guard !keepsAll else {
          throw FileError(
            path, number: error.number,
            words: localized("its attribute %s cannot be kept on this disk", CleanText(words)))
        }
        lost.append(words)
      }
    }
    var times = [timespec(status.read), timespec(status.modified)]
    futimens(descriptor, &times)
    return lost
  }

  private func isOwned(by status: FileStatus) -> Bool {
    guard let own = try? self.status.owner else { return false }
    return own == status.owner
  }
}

extension timespec {
  fileprivate init(_ date: FileDate) {
    self.init(tv_sec: date.seconds, tv_nsec: date.nanoseconds)
  }
}
