/// What GNU Screen and tmux make known of themselves.
package enum Multiplexer {
  /// Whether one stands between, as far as the environment tells: of one on another machine only the
  /// name of its terminal comes along.
  package static func isNamed(in environment: [String: String]) -> Bool {
    let name = environment["TERM"] ?? ""
    return !(environment["STY"] ?? "").isEmpty || !(environment["TMUX"] ?? "").isEmpty
      || name.hasPrefix("screen") || name.hasPrefix("tmux")
  }

  /// Whether it is tmux, as far as the environment tells.
  package static func isTmux(in environment: [String: String]) -> Bool {
    !(environment["TMUX"] ?? "").isEmpty || (environment["TERM"] ?? "").hasPrefix("tmux")
  }
}
