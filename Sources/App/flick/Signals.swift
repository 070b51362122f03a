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
    // What somebody else ignores or handles, as a profiler does, stays theirs.
    let ending = Self.usual + Self.unusual.filter(SignalSource.isDefault)
    sources = [
      SignalSource(ending) { [weak self] number in self?.onExit?(number) },
      SignalSource(SIGTSTP) { [weak self] in self?.onStop?() },
    ]
  }

  /// What a signal is called that nobody sends to end a program; `nil` for those that people do send.
  static func unusualName(_ number: Int32) -> String? {
    unusual.contains(number) ? String(cString: strsignal(number)) : nil
  }

  private static let usual = [SIGHUP, SIGINT, SIGQUIT, SIGTERM]

  /// What else would end the process: alarms and limits, and the real-time signals, of which the system
  /// keeps the first two for itself. Crashes are seen to by `CrashRestore`.
  private static let unusual =
    [
      SIGUSR1, SIGUSR2, SIGALRM, SIGVTALRM, SIGPROF, SIGXCPU, SIGIO, SIGPWR, SIGSTKFLT,
    ] + Array(34...64)
}
