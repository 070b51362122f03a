import CNcursesw
import TerminalCore

/// Terminfo queries without taking a terminal.
package enum TerminfoEntry {
  /// Looks up a terminal. Must not be called while ncurses has a screen.
  ///
  /// - Parameter name: A value of TERM; one unknown to terminfo is treated as xterm-256color.
  package static func description(of name: String) -> TerminalDescription {
    var status: Int32 = 0
    for name in [name, "xterm-256color"] where !name.isEmpty {
      guard setupterm(name, -1, &status) == OK else { continue }
      defer { del_curterm(set_curterm(nil)) }
      return TerminalDescription(terminfoHas: hasCapability)
    }
    return TerminalDescription(colors: 0, hasAlternateScreen: false)
  }

  /// Whether the current terminal has a capability of any type.
  static func hasCapability(_ name: String) -> Bool {
    if tigetflag(name) > 0 || tigetnum(name) > 0 { return true }
    // An absent string is nil, a non-string is -1.
    guard let string = tigetstr(name) else { return false }
    return Int(bitPattern: string) != -1
  }
}

extension TerminalDescription {
  /// Reads the description of the current terminal.
  init(terminfoHas has: (String) -> Bool) {
    self.init(
      colors: Int(tigetnum("colors")), hasDirectColor: has("RGB") || has("Tc"),
      hasAlternateScreen: has("smcup"), movesRows: ["csr", "indn", "rin"].allSatisfy(has),
      erasesInColor: has("bce"))
  }
}
