import CPlatform
import Glibc

// A process that asks on the terminal is a job of its own: interrupts of programs that have the terminal
// later are not for it.
extension ChildProcess {
  /// Takes the terminal back from a process that was to ask. The calling thread blocks SIGTTOU.
  package func takeTerminalBack() {
    guard isJob else { return }
    withTerminal { if tcgetpgrp($0) == id { tcsetpgrp($0, getpgrp()) } }
    flick_end_lending(id)
  }

  /// If a process that is to ask was stopped (Ctrl-Z), stops this one, too, and has both go on when the
  /// shell says so; where none could, at once. The calling thread blocks SIGTTOU.
  package func followStop() {
    var information = siginfo_t()
    guard isJob, waitid(P_PID, id_t(id), &information, WSTOPPED | WNOHANG) == 0,
      information.si_signo != 0
    else { return }
    withTerminal { terminal in
      JobControl.waitForForeground(of: terminal)
      if tcgetpgrp(terminal) == getpgrp() { tcsetpgrp(terminal, id) }
    }
    kill(-id, SIGCONT)
  }

  /// The exit status, as by `poll`, of a process that is about to end.
  ///
  /// - Parameter seconds: How long to wait for it at most.
  package func end(within seconds: Double) -> Int32? {
    let end = HostTime.now + seconds
    while true {
      if let status = poll() { return status }
      guard HostTime.now < end else { return nil }
      usleep(2_000)
    }
  }

  private func withTerminal(_ body: (Int32) -> Void) {
    let terminal = open("/dev/tty", O_RDWR | O_NOCTTY | O_CLOEXEC)
    guard terminal >= 0 else { return }
    body(terminal)
    close(terminal)
  }
}
