import Models
import Platform

/// Why there is no terminal to draw on.
package enum TerminalError: Error, Hashable, Sendable {
  /// The process has none: it runs in the background, from cron, or its descriptors are redirected
  /// and it has no controlling terminal.
  case noTerminal
  /// TERM is unset, empty or `dumb`: nothing is known about the terminal, or it moves no cursor.
  case notCapable(name: CleanText)
  /// terminfo has no entry that could be used.
  case noDescription(name: CleanText)
  /// The terminal refused a request, with the system's words for it.
  case device(CleanText)
}

extension TerminalError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .noTerminal:
      localized(
        "No terminal. Run flick in one; over SSH, use ssh -t.")
    case .notCapable(let name) where name.isEmpty:
      localized("TERM is not set. Try TERM=xterm-256color.")
    case .notCapable(let name):
      localized(
        "The terminal (TERM=%s) cannot move its cursor. If it can, set TERM=xterm-256color.", name)
    case .noDescription(let name):
      localized("No terminfo entry for TERM=%s nor for xterm-256color. Install ncurses-base.", name)
    case .device(let message):
      localized("The terminal cannot be used: %s.", message)
    }
  }
}
