/// Picks the locale that determines the character encoding.
package enum LocaleName {
  /// The locale requested by the environment, by POSIX precedence; empty if there is none.
  package static func requested(in environment: [String: String]) -> String {
    for variable in ["LC_ALL", "LC_CTYPE", "LANG"] {
      if let name = environment[variable], !name.isEmpty { return name }
    }
    return ""
  }

  /// The locales to try, in order; the first that the system has is used, else "C".
  ///
  /// Without a request, the encoding is UTF-8, today's default. The same goes for a UTF-8 locale
  /// this machine lacks: SSH passes names from the machine with the terminal, and what that
  /// terminal shows counts. Any other name is used as is.
  package static func candidates(in environment: [String: String]) -> [String] {
    let name = requested(in: environment)
    return name.isEmpty || namesUTF8(name) ? [name, "C.UTF-8"].filter { !$0.isEmpty } : [name]
  }

  /// Whether a name such as `de_AT.utf8@euro` has UTF-8 as its codeset.
  private static func namesUTF8(_ name: String) -> Bool {
    guard let dot = name.firstIndex(of: ".") else { return false }
    let codeset = name[name.index(after: dot)...].prefix { $0 != "@" }
    return codeset.lowercased().filter { $0 != "-" } == "utf8"
  }
}
