import Glibc
import Platform

/// Images in shared memory on their way to the terminal, which removes each as it takes it
/// (`shm_overview(7)`).
@MainActor final class SharedImages {
  /// More would only pile up where the terminal is slow, or never looks.
  private static let mostWaiting = 4

  /// Their names; removed in a crash, too.
  private var waiting: [String] = [] {
    didSet {
      if waiting != oldValue { CrashRestore.removes(waiting.map { Self.folder + $0 }) }
    }
  }
  private var count = 0

  /// Where Linux keeps shared memory.
  private static let folder = "/dev/shm"
  /// What names begin with; the number of the process follows.
  private static let prefix = "/flick-"

  isolated deinit {
    discard()
  }

  /// Whether another image may be made now.
  var hasRoom: Bool {
    waiting.removeAll { name in
      let descriptor = shm_open(name, O_RDONLY | O_CLOEXEC, 0)
      if descriptor >= 0 { close(descriptor) }
      return descriptor < 0 && errno == ENOENT
    }
    return waiting.count < Self.mostWaiting
  }

  /// Makes an image.
  ///
  /// - Parameters:
  ///   - byteCount: Its length.
  ///   - fill: Writes all of it.
  /// - Returns: The name by which the terminal finds it; `nil` if the system has no room.
  func make(byteCount: Int, fill: (UnsafeMutableRawBufferPointer) -> Void) -> String? {
    if count == 0 { Self.removeForgotten() }
    count += 1
    let name = "\(Self.prefix)\(getpid())-\(count)"
    // Only the user may read it, as the terminal runs for the same.
    let descriptor = shm_open(name, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    // Unlike ftruncate(2) this fails at once where there is no room, rather than with SIGBUS.
    guard posix_fallocate(descriptor, 0, byteCount) == 0,
      let memory = mmap(nil, byteCount, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0),
      memory != MAP_FAILED
    else {
      shm_unlink(name)
      return nil
    }
    fill(UnsafeMutableRawBufferPointer(start: memory, count: byteCount))
    munmap(memory, byteCount)
    waiting.append(name)
    return name
  }

  /// The image that was made to ask whether the terminal takes images so.
  var question: String?

  /// Removes that image if the terminal has not taken it. Those of a frame stay: after a pause one is
  /// sent before the answers have come.
  func discardQuestion() {
    guard let question else { return }
    shm_unlink(question)
    waiting.removeAll { $0 == question }
    self.question = nil
  }

  /// Removes what the terminal has not taken.
  func discard() {
    for name in waiting { shm_unlink(name) }
    waiting.removeAll()
  }

  /// Removes what processes have left that were killed and could not.
  private static func removeForgotten() {
    guard let listing = opendir(folder) else { return }
    defer { closedir(listing) }
    while let entry = readdir(listing) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) {
        "/" + String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
      }
      guard name.hasPrefix(prefix),
        let process = pid_t(name.dropFirst(prefix.count).prefix { $0 != "-" }), process > 0,
        kill(process, 0) != 0, errno == ESRCH
      else { continue }
      shm_unlink(name)
    }
  }
}
