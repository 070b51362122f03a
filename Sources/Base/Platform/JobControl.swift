import CPlatform

/// The shell's control over the job this process belongs to.
package enum JobControl {
  /// Stops the whole job, as Ctrl-Z does, whatever is done with SIGTSTP otherwise, and returns when
  /// it goes on: at once where no shell could continue it.
  package static func stop() {
    flick_stop_job()
  }

  /// Waits, stopped, until the job has the terminal; returns at once if no other has it.
  package static func waitForForeground(of terminal: Int32) {
    flick_wait_for_foreground(terminal)
  }
}
