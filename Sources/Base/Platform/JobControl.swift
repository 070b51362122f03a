import CPlatform
import Glibc

/// The shell's job control over this process.
package enum JobControl {
  /// Stops the whole job like Ctrl-Z, regardless of how SIGTSTP is handled. Returns when the job
  /// continues, or at once if no shell could continue it.
  package static func stop() {
    flick_stop_job()
  }

  /// Opens the controlling terminal, if this job is its foreground; -1 otherwise.
  static func openTerminal() -> Int32 {
    let terminal = open("/dev/tty", O_RDWR | O_NOCTTY | O_CLOEXEC)
    guard terminal >= 0, tcgetpgrp(terminal) != getpgrp() else { return terminal }
    close(terminal)
    return -1
  }

  /// Waits, stopped, until the job is in the foreground; returns at once if no other job is.
  package static func waitForForeground(of terminal: Int32) {
    flick_wait_for_foreground(terminal)
  }
}
