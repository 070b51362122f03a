import Glibc
import Platform

/// The signals that end or stop the program.
///
/// Listened to from before the terminal is taken, so that none finds it taken and nobody there to
/// give it back: what comes earlier waits for the run loop.
@MainActor
final class Signals {
  /// Called with the number of a signal that ends the program.
  var onExit: ((Int32) -> Void)?
  /// Called when the program is to stop until the shell continues it.
  var onStop: (() -> Void)?
  private var sources: [SignalSource] = []

  /// Listens from now on.
  init() {
    // A closed pipe or socket is an error of that write, not the end of the program.
    signal(SIGPIPE, SIG_IGN)
    sources = [SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGUSR1, SIGUSR2].map { number in
      SignalSource(number) { [weak self] in self?.onExit?(number) }
    }
    sources.append(SignalSource(SIGTSTP) { [weak self] in self?.onStop?() })
  }
}
