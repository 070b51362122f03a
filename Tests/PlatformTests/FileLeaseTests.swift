import Glibc
import Platform
import TestSupport
import Testing

/// Leases tell whether another program writes to a file.
@Suite struct FileLeaseTests {
  let scratch: ScratchFolder
  private let path: String

  init() throws {
    scratch = try ScratchFolder()
    path = scratch.file("a")
    close(creat(path, 0o600))
  }

  @Test func writersAreNoticed() throws {
    let reader = open(path, O_RDONLY | O_CLOEXEC)
    defer { close(reader) }
    let writer = open(path, O_WRONLY | O_CLOEXEC)
    let answer = FileLease.take(on: reader, isRemote: false)
    guard answer != .unavailable else { return }
    #expect(answer == .refused)
    #expect(FileLease.take(on: reader, isRemote: true) == .unavailable)
    close(writer)
    // Another reader does not matter.
    let other = open(path, O_RDONLY | O_CLOEXEC)
    defer { close(other) }
    // A program that another test is starting has the writer until it is executed.
    let deadline = HostTime.now + 60
    while FileLease.take(on: reader, isRemote: false) == .refused, HostTime.now < deadline {
      usleep(1_000)
    }
    #expect(FileLease.isHeld(on: reader))
    #expect(open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK) >= 0)
    #expect(FileLease.isHeld(on: reader))
    // It would have to wait; the process is not signalled.
    #expect(open(path, O_WRONLY | O_CLOEXEC | O_NONBLOCK) < 0 && errno == EWOULDBLOCK)
    #expect(!FileLease.isHeld(on: reader))
  }

  @Test func ownAttributesAreRead() throws {
    let file = open(path, O_RDWR | O_CLOEXEC)
    defer { close(file) }
    #expect(try FileAttribute.own(of: file) == [:])
    let name = "user.flick".utf8CString.map { $0 }
    do {
      try FileAttribute.set(name, to: [1, 0, 2], of: file)
    } catch {
      // Not every file system has them.
      return
    }
    #expect(try FileAttribute.own(of: file) == [name: [1, 0, 2]])
    try FileAttribute.remove(name, of: file)
    try FileAttribute.remove(name, of: file)
    #expect(try FileAttribute.own(of: file) == [:])
  }
}
