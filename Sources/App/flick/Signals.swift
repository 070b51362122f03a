import Glibc
import Platform

/// The signals that end or stop the program.
///
/// They are handled from before the terminal is taken, so that none ends the process without
/// releasing it: early signals wait for the run loop.
@MainActor
final class Signals {
  /// Called with the number of a signal that ends the program.
  var onExit: ((Int32) -> Void)?
  /// Called when the program is to stop until the shell resumes it.
  var onStop: (() -> Void)?
  private var sources: [SignalSource] = []

  init() {
    // A closed pipe or socket fails that write; it must not end the program.
    signal(SIGPIPE, SIG_IGN)
    // Signals that are already ignored or handled, for instance by a profiler, are left alone.
    let ending = Self.usual + Self.unusual.filter(SignalSource.isDefault)
    sources = [
      SignalSource(ending) { [weak self] number in self?.onExit?(number) },
      SignalSource(SIGTSTP) { [weak self] in self?.onStop?() },
    ]
  }

  /// Forgets interrupts meant for another program that had the terminal: on a busy machine, such a signal may be
  /// handled only after that program has ended.
  func forgetInterrupts() {
    for number in [SIGINT, SIGQUIT] { sources.first?.forget(number) }
  }

  /// The name of a signal that is not usually sent to end a program; `nil` for the usual ones.
  static func unusualName(_ number: Int32) -> String? {
    unusual.contains(number) ? String(cString: strsignal(number)) : nil
  }

  private static let usual = [SIGHUP, SIGINT, SIGQUIT, SIGTERM]

  /// Other signals that would end the process: alarms and limits, and the real-time signals, of
  /// which the system reserves the first two. `CrashRestore` handles crashes.
  private static let unusual =
    [
      SIGUSR1, SIGUSR2, SIGALRM, SIGVTALRM, SIGPROF, SIGXCPU, SIGIO, SIGPWR, SIGSTKFLT,
    ] + Array(34...64)
}
