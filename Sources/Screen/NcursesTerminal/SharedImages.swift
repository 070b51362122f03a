import Glibc
import Platform

/// Images in shared memory for the terminal, which removes each after reading it
/// (`shm_overview(7)`).
@MainActor final class SharedImages {
  /// More would only pile up if the terminal is slow, or never reads them.
  private static let maxWaiting = 4

  /// Their names; also removed in a crash.
  private var waiting: [String] = [] {
    didSet {
      if waiting != oldValue { CrashRestore.removes(waiting.map { Self.folder + $0 }) }
    }
  }
  private var count = 0

  /// Where Linux keeps shared memory.
  private static let folder = "/dev/shm"
  /// The prefix of names, followed by the process id.
  private static let prefix = "/flick-"

  isolated deinit {
    discard()
  }

  /// Whether another image may be created now.
  var hasRoom: Bool {
    waiting.removeAll { name in
      let descriptor = shm_open(name, O_RDONLY | O_CLOEXEC, 0)
      if descriptor >= 0 { close(descriptor) }
      return descriptor < 0 && errno == ENOENT
    }
    return waiting.count < Self.maxWaiting
  }

  /// Creates an image.
  ///
  /// - Parameters:
  ///   - byteCount: Its length.
  ///   - fill: Writes all of it.
  /// - Returns: The name for the terminal; `nil` if the system has no room.
  func make(byteCount: Int, fill: (UnsafeMutableRawBufferPointer) -> Void) -> String? {
    if count == 0 { Self.removeForgotten() }
    count += 1
    let name = "\(Self.prefix)\(getpid())-\(count)"
    // Only the user may read it; the terminal runs as the same user.
    let descriptor = shm_open(name, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    // Unlike ftruncate(2) this fails at once without room, rather than with SIGBUS later.
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

  /// The image created to probe whether the terminal supports shared memory.
  var question: String?

  /// Removes that image if the terminal has not taken it. Frame images stay: after a pause one is
  /// sent before the replies arrive.
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

  /// Removes the leftovers of killed processes.
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
