import Glibc
import Models

@testable import Files

/// What another program does to a file that is being moved.
enum Deed: CaseIterable, Sendable {
  case appends
  case overwrites
  case overwritesAndDatesBack
  case truncates
  case replaces
  case removes
  case tags
  case keepsOpenForWriting
  case maps
  case writesToWhatWasSetAside

  /// What came of it.
  struct Trace: Sendable {
    /// "new" was written to some file.
    var hasWritten = false
    /// What was in the file is gone, as the other program wanted.
    var hasReplaced = false
    var hasTagged = false
    /// What it does once the apply is over.
    var later: @Sendable () -> Void = {}
  }

  func perform(on source: FilePath, _ folders: ApplyFolders) -> Trace {
    switch self {
    case .appends: return written(source, O_WRONLY | O_APPEND)
    case .overwrites:
      let isThere = folders.exists(source)
      var trace = written(source, O_WRONLY)
      trace.hasReplaced = isThere
      return trace
    case .overwritesAndDatesBack:
      let isThere = folders.exists(source)
      let date = (try? FileStatus(source))?.modified.seconds
      var trace = written(source, O_WRONLY)
      if let date { folders.date(source, seconds: date) }
      trace.hasReplaced = isThere
      return trace
    case .truncates:
      let isThere = folders.exists(source)
      var trace = written(source, O_WRONLY | O_TRUNC)
      trace.hasReplaced = isThere
      return trace
    case .replaces:
      let isThere = folders.exists(source)
      folders.write("new", to: folders.path("new"))
      rename(folders.path("new").description, source.description)
      return Trace(hasWritten: true, hasReplaced: isThere)
    case .removes: return Trace(hasReplaced: unlink(source.description) == 0)
    case .tags:
      return Trace(
        hasTagged: (try? DesktopAttributes.write(Review(tags: ["new"]), to: source)) != nil)
    case .keepsOpenForWriting:
      let descriptor = open(source.description, O_WRONLY | O_CLOEXEC | O_APPEND | O_NONBLOCK)
      guard descriptor >= 0 else { return Trace() }
      return Trace(hasWritten: true) {
        write(descriptor, "new", 3)
        close(descriptor)
      }
    case .maps:
      let descriptor = open(source.description, O_RDWR | O_CLOEXEC | O_NONBLOCK)
      guard descriptor >= 0 else { return Trace() }
      let memory = mmap(nil, 4_096, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0)
      close(descriptor)
      let address = UInt(bitPattern: memory)
      return Trace(hasWritten: true, hasReplaced: true) {
        guard let memory = UnsafeMutableRawPointer(bitPattern: address) else { return }
        memory.copyMemory(from: "new", byteCount: 3)
        munmap(memory, 4_096)
      }
    case .writesToWhatWasSetAside:
      return written(source.parent.appending(FilePath(".flick-1-0.source")), O_WRONLY | O_APPEND)
    }
  }

  /// Writes to a file, unless that would have to wait.
  private func written(_ path: FilePath, _ flags: Int32) -> Trace {
    let descriptor = open(path.description, flags | O_NONBLOCK)
    guard descriptor >= 0 else { return Trace() }
    defer { close(descriptor) }
    return Trace(hasWritten: write(descriptor, "new", 3) == 3)
  }
}
