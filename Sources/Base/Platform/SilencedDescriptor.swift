import Glibc

/// A descriptor whose output is discarded while at least one thread asks for that.
package final class SilencedDescriptor: Sendable {
  private let descriptor: Int32
  /// How many ask for it, and a copy of the descriptor as it was before the first of them; -1 if there is none.
  private let silence = Lock((count: 0, kept: Int32(-1)))

  /// - Parameter descriptor: An open descriptor.
  package init(_ descriptor: Int32) {
    self.descriptor = descriptor
  }

  /// Discards what any thread writes to the descriptor meanwhile.
  package func whileSilent<Result>(_ body: () -> Result) -> Result {
    silence.withLock { silence in
      silence.count += 1
      if silence.count == 1 { silence.kept = replace() }
    }
    defer {
      silence.withLock { silence in
        silence.count -= 1
        guard silence.count == 0, silence.kept >= 0 else { return }
        dup2(silence.kept, descriptor)
        close(silence.kept)
      }
    }
    return body()
  }

  /// - Returns: A copy of the descriptor; -1 if it could not be replaced.
  private func replace() -> Int32 {
    let null = Glibc.open("/dev/null", O_WRONLY | O_CLOEXEC)
    guard null >= 0 else { return -1 }
    defer { close(null) }
    let kept = fcntl(descriptor, F_DUPFD_CLOEXEC, 3)
    if kept >= 0 { dup2(null, descriptor) }
    return kept
  }
}
