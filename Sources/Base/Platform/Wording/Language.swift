import CIntl
import Glibc

/// The language of the process.
package enum Language {
  /// The name of the catalogues' files.
  static let domain = "flick"

  /// Chooses the language that the environment requests; call it before any threads start. English,
  /// the language of the texts themselves, needs no look-up.
  ///
  /// - Parameter environment: Reads a variable.
  package static func choose(environment: (String) -> String? = LocaleVariables.ofProcess) {
    let name = LocaleVariables.name(of: "LC_MESSAGES", in: environment)
    guard let languages = LocaleVariables.languages(name, in: environment) else { return }
    // SSH forwards the locale names of the user's machine, which may not be generated on this one.
    if name.hasPrefix("C.") || setlocale(LC_MESSAGES, name) == nil {
      guard setNamelessLocale() else { return }
      setenv("LANGUAGE", languages, 0)
    }
    // The system's own error messages use this encoding.
    if setlocale(LC_CTYPE, "") == nil { setlocale(LC_CTYPE, "C.UTF-8") }
    guard let folder = folder() else { return }
    bindtextdomain(domain, folder)
    bind_textdomain_codeset(domain, "UTF-8")
  }

  /// Sets a message locale when no real one is available. gettext translates nothing if the
  /// locale's name is `C`, or in glibc 2.41 (unlike 2.36) if it begins with `C.`. A system may have
  /// no other locale, so C.UTF-8 is named through the descriptor of its open folder.
  private static func setNamelessLocale() -> Bool {
    let folder = open("/usr/lib/locale/C.utf8", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard folder >= 0 else { return setlocale(LC_MESSAGES, "C.UTF-8") != nil }
    defer { close(folder) }
    let path = getenv("LOCPATH").map { String(cString: $0) }
    setenv("LOCPATH", "/proc/self/fd", 1)
    defer { if let path { setenv("LOCPATH", path, 1) } else { unsetenv("LOCPATH") } }
    return setlocale(LC_MESSAGES, "\(folder)") != nil
  }

  /// The folder of the catalogues: beside a built program, or in its prefix.
  private static func folder() -> String? {
    guard let program = realpath("/proc/self/exe", nil) else { return nil }
    defer { free(program) }
    let path = String(cString: program)
    guard let slash = path.lastIndex(of: "/") else { return nil }
    let place = path[..<slash]
    let folders = ["\(place)/locale", "\(place)/../share/locale"]
    return folders.first { access($0, R_OK | X_OK) == 0 }
  }
}
