import Glibc

/// What the environment says of language and country, as POSIX and gettext rank the variables.
package enum LocaleVariables {
  /// Reads a variable of this process.
  package static func ofProcess(_ variable: String) -> String? {
    getenv(variable).map { String(cString: $0) }
  }

  /// The name of the locale for a category, such as `LC_TIME`; "C" if the environment is silent.
  static func name(of category: String, in environment: (String) -> String?) -> String {
    for variable in ["LC_ALL", category, "LANG"] {
      if let name = environment(variable), !name.isEmpty { return name }
    }
    return "C"
  }

  /// Whether a name means no country's customs: `C`, `C.UTF-8`, `POSIX`.
  static func isPlain(_ name: String) -> Bool {
    let name = name.prefix { $0 != "." && $0 != "@" }
    return name == "C" || name == "POSIX"
  }

  /// The languages to look for, the best first, with colons between them; `nil` if the texts are fine
  /// as they are: in English, or without any language.
  ///
  /// - Parameter name: The locale for messages.
  static func languages(_ name: String, in environment: (String) -> String?) -> String? {
    // As gettext does: in the locale C, of this very name, `LANGUAGE` does not count.
    if name == "C" || name == "POSIX" { return nil }
    let wanted = environment("LANGUAGE").flatMap { $0.isEmpty ? nil : $0 } ?? name
    let first = wanted.prefix { $0 != ":" }
    let language = first.prefix { !"_.@".contains($0) }
    return isPlain(String(first)) || language == "en" || language.isEmpty ? nil : wanted
  }
}
