import Foundation
import Glibc
import Models
import Platform
import TestSupport
import Testing

extension ScratchFolder {
  /// Waits until no process that is about to start has a file of the folder open for writing, which keeps it from
  /// being removed: until it is another program, a child has open what any test had open when it was made.
  func awaitStarts() {
    let all = FileManager.default.enumerator(atPath: path)
    while let name = all?.nextObject() as? String { Self.awaitStarts(FilePath(file(name))) }
  }

  /// The same for one file.
  static func awaitStarts(_ path: FilePath) {
    guard (try? FileStatus(path, followsLinks: false))?.kind == .file,
      let descriptor = try? path.open(O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
    else { return }
    defer { close(descriptor) }
    let end = HostTime.now + 60
    // Nothing tells when a lease is free.
    while FileLease.take(on: descriptor, isRemote: false) == .refused {
      guard HostTime.now < end else {
        Issue.record("\(path) has been open for writing for a minute")
        return
      }
      usleep(1_000)
    }
  }
}
