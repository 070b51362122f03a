import Glibc

/// Language and country from the environment, with the precedence of POSIX and gettext.
package enum LocaleVariables {
  /// Reads a variable of this process.
  package static func ofProcess(_ variable: String) -> String? {
    getenv(variable).map { String(cString: $0) }
  }

  /// The locale's name for a category, such as `LC_TIME`; "C" if none is set.
  static func name(of category: String, in environment: (String) -> String?) -> String {
    for variable in ["LC_ALL", category, "LANG"] {
      if let name = environment(variable), !name.isEmpty { return name }
    }
    return "C"
  }

  /// Whether a name stands for no particular country: `C`, `C.UTF-8`, `POSIX`.
  static func isPlain(_ name: String) -> Bool {
    let name = name.prefix { $0 != "." && $0 != "@" }
    return name == "C" || name == "POSIX"
  }

  /// The languages to look for, best first, separated by colons; `nil` if the texts need no
  /// translation: in English, or without any language.
  ///
  /// - Parameter name: The locale for messages.
  static func languages(_ name: String, in environment: (String) -> String?) -> String? {
    // Like gettext, which ignores `LANGUAGE` in the locale with the exact name C.
    if name == "C" || name == "POSIX" { return nil }
    let wanted = environment("LANGUAGE").flatMap { $0.isEmpty ? nil : $0 } ?? name
    let first = wanted.prefix { $0 != ":" }
    let language = first.prefix { !"_.@".contains($0) }
    return isPlain(String(first)) || language == "en" || language.isEmpty ? nil : wanted
  }
}
