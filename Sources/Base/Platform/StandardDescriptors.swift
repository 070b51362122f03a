import Glibc

/// The descriptors that every program expects to be open: standard input, output and error.
package enum StandardDescriptors {
  /// Discards what is written to standard error meanwhile, by any thread: for libraries that write
  /// their own messages there.
  package static func withoutErrors<Result>(_ body: () -> Result) -> Result {
    silencedError.whileSilent(body)
  }

  private static let silencedError = SilencedDescriptor(STDERR_FILENO)

  /// Opens those that are closed, so that no other file gets their numbers and is then written to,
  /// or replaced, as standard error. Call it before anything else opens a file.
  ///
  /// Reading from such a standard input and writing to such a standard output fail with the error
  /// of a closed descriptor, as the process that closed them may expect. Output on standard error
  /// is lost.
  package static func open() {
    for (descriptor, mode) in [
      (STDIN_FILENO, O_WRONLY), (STDOUT_FILENO, O_RDONLY), (STDERR_FILENO, O_RDWR),
    ] where fcntl(descriptor, F_GETFD) < 0 {
      // The lowest free number.
      _ = Glibc.open("/dev/null", mode)
    }
  }
}
