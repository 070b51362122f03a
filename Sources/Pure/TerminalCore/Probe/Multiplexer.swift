/// What GNU Screen and tmux make known of themselves.
package enum Multiplexer {
  /// Whether one stands between, as far as the environment tells: of one on another machine only the
  /// name of its terminal comes along.
  package static func isNamed(in environment: [String: String]) -> Bool {
    let name = environment["TERM"] ?? ""
    return !(environment["STY"] ?? "").isEmpty || !(environment["TMUX"] ?? "").isEmpty
      || name.hasPrefix("screen") || name.hasPrefix("tmux")
  }

  /// Whether it is GNU Screen, or may be: older tmux gives its terminal the same name, and on another
  /// machine that is all there is.
  package static func mayBeScreen(in environment: [String: String]) -> Bool {
    func has(_ variable: String) -> Bool { !(environment[variable] ?? "").isEmpty }
    return has("STY") || environment["TERM"]?.hasPrefix("screen") == true && !has("TMUX")
  }
}
