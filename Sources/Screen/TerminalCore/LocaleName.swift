/// Picks the locale that decides how characters become bytes.
package enum LocaleName {
  /// The name the environment asks for, as POSIX ranks the variables; empty if it is silent.
  package static func requested(in environment: [String: String]) -> String {
    for variable in ["LC_ALL", "LC_CTYPE", "LANG"] {
      if let name = environment[variable], !name.isEmpty { return name }
    }
    return ""
  }

  /// The locales to try, in order; the first that the system has is used, else "C".
  ///
  /// A silent environment gets UTF-8, the rule today. So does one that names a UTF-8 locale this
  /// machine has not generated: SSH sends the names of the machine where the terminal is, and what
  /// counts is what that terminal shows. Any other name is taken at its word.
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
