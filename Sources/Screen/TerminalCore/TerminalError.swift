import Models
import Platform

/// Why there is no terminal to draw on.
package enum TerminalError: Error, Hashable, Sendable {
  /// The process has none: it runs in the background, from cron, or with redirected descriptors and
  /// no controlling terminal.
  case noTerminal
  /// TERM is unset, empty or `dumb`: the terminal is unknown, or cannot move its cursor.
  case notCapable(name: CleanText)
  /// terminfo has no usable entry.
  case noDescription(name: CleanText)
  /// The terminal device refused a request; the system's reason.
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
