/// A user's folders for program files (XDG Base Directory Specification).
package enum BaseFolder {
  /// The user's home folder; `nil` if the environment has no absolute path for it.
  package static func home(_ environment: [String: String]) -> String? {
    absolute("HOME", environment)
  }

  /// For configuration files: `$XDG_CONFIG_HOME` or `~/.config`.
  package static func config(_ environment: [String: String]) -> String? {
    absolute("XDG_CONFIG_HOME", environment) ?? home(environment).map { "\($0)/.config" }
  }

  /// For files that can be recreated: `$XDG_CACHE_HOME` or `~/.cache`.
  package static func cache(_ environment: [String: String]) -> String? {
    absolute("XDG_CACHE_HOME", environment) ?? home(environment).map { "\($0)/.cache" }
  }

  /// For the user's data: `$XDG_DATA_HOME` or `~/.local/share`.
  package static func data(_ environment: [String: String]) -> String? {
    absolute("XDG_DATA_HOME", environment) ?? home(environment).map { "\($0)/.local/share" }
  }

  /// For saved state: `$XDG_STATE_HOME` or `~/.local/state`.
  package static func state(_ environment: [String: String]) -> String? {
    absolute("XDG_STATE_HOME", environment) ?? home(environment).map { "\($0)/.local/state" }
  }

  /// The specification says to ignore relative paths and empty ones.
  private static func absolute(_ variable: String, _ environment: [String: String]) -> String? {
    environment[variable].flatMap { $0.hasPrefix("/") ? $0 : nil }
  }
}
