/// What GNU Screen and tmux make known of themselves.
package enum Multiplexer {
  /// Whether one stands between, as far as the environment tells: of one on another machine only the
  /// name of its terminal comes along.
  package static func isNamed(in environment: [String: String]) -> Bool {
    let name = environment["TERM"] ?? ""
    return isScreen(in: environment) || !(environment["TMUX"] ?? "").isEmpty
      || name.hasPrefix("screen") || name.hasPrefix("tmux")
  }

  /// Whether it is GNU Screen, on this machine.
  package static func isScreen(in environment: [String: String]) -> Bool {
    !(environment["STY"] ?? "").isEmpty
  }

  /// Whether it is GNU Screen, or may be: older tmux gives its terminal the same name, and on another
  /// machine that is all there is.
  package static func mayBeScreen(in environment: [String: String]) -> Bool {
    let isTmux = !(environment["TMUX"] ?? "").isEmpty
    return isScreen(in: environment)
      || environment["TERM"]?.hasPrefix("screen") == true && !isTmux
  }

  /// Whether it is tmux, as far as the environment tells.
  package static func isTmux(in environment: [String: String]) -> Bool {
    !(environment["TMUX"] ?? "").isEmpty || (environment["TERM"] ?? "").hasPrefix("tmux")
  }
}
