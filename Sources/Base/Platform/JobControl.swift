import CPlatform

/// The shell's control over the job this process belongs to.
package enum JobControl {
  /// Stops the whole job, as Ctrl-Z does, whatever is done with SIGTSTP otherwise, and returns when
  /// it goes on: at once where no shell could continue it.
  package static func stop() {
    flick_stop_job()
  }

  /// Reads from a terminal as read(2) does; in the background it waits for the foreground and fails with
  /// `EAGAIN`.
  package static func read(_ terminal: Int32, into buffer: UnsafeMutableRawBufferPointer) -> Int {
    flick_read_terminal(terminal, buffer.baseAddress, buffer.count)
  }

  /// Waits, stopped, until the job has the terminal; returns at once if no other has it.
  package static func waitForForeground(of terminal: Int32) {
    flick_wait_for_foreground(terminal)
  }
}
