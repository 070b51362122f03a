/// The folders of a user that programs keep their files in (XDG Base Directory Specification).
package enum BaseFolder {
  /// The user's own folder; `nil` if the environment names none from the root on.
  package static func home(_ environment: [String: String]) -> String? {
    absolute("HOME", environment)
  }

  /// For configuration files: `$XDG_CONFIG_HOME` or `~/.config`.
  package static func config(_ environment: [String: String]) -> String? {
    absolute("XDG_CONFIG_HOME", environment) ?? home(environment).map { "\($0)/.config" }
  }

  /// For what is remembered: `$XDG_STATE_HOME` or `~/.local/state`.
  package static func state(_ environment: [String: String]) -> String? {
    absolute("XDG_STATE_HOME", environment) ?? home(environment).map { "\($0)/.local/state" }
  }

  /// A relative path is to be ignored, says the specification; so is an empty one.
  private static func absolute(_ variable: String, _ environment: [String: String]) -> String? {
    environment[variable].flatMap { $0.hasPrefix("/") ? $0 : nil }
  }
}
