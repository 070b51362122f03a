import Glibc

/// The descriptors that every program expects to be open: standard input, output and error.
package enum StandardDescriptors {
  /// Opens those that are closed, so that nothing else that is opened gets their numbers and is then
  /// written to, or replaced, as standard error. Call it before anything else opens a file.
  ///
  /// Standard input cannot be read then, and standard output not written: with the error of a closed
  /// descriptor, as whoever closed them may expect. What is said on standard error is lost.
  package static func open() {
    for (descriptor, mode) in [
      (STDIN_FILENO, O_WRONLY), (STDOUT_FILENO, O_RDONLY), (STDERR_FILENO, O_RDWR),
    ] where fcntl(descriptor, F_GETFD) < 0 {
      // The lowest number that is free.
      _ = Glibc.open("/dev/null", mode)
    }
  }
}
