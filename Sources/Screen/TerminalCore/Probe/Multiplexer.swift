package enum Multiplexer {
  /// Whether the environment shows one in between: of one on another machine, only its TERM is
  /// passed on.
  package static func isNamed(in environment: [String: String]) -> Bool {
    let name = environment["TERM"] ?? ""
    return isScreen(in: environment) || !(environment["TMUX"] ?? "").isEmpty
      || name.hasPrefix("screen") || name.hasPrefix("tmux")
  }

  /// Whether it is GNU Screen, on this machine.
  package static func isScreen(in environment: [String: String]) -> Bool {
    !(environment["STY"] ?? "").isEmpty
  }

  /// Whether it is or may be GNU Screen: older tmux uses the same TERM, and from another machine
  /// that is the only hint.
  package static func mayBeScreen(in environment: [String: String]) -> Bool {
    let isTmux = !(environment["TMUX"] ?? "").isEmpty
    return isScreen(in: environment)
      || environment["TERM"]?.hasPrefix("screen") == true && !isTmux
  }

  /// Whether the environment shows that it is tmux.
  package static func isTmux(in environment: [String: String]) -> Bool {
    !(environment["TMUX"] ?? "").isEmpty || (environment["TERM"] ?? "").hasPrefix("tmux")
  }
}
