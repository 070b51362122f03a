import CIntl
import Glibc

/// The language of the process.
package enum Language {
  /// The name of the catalogues' files.
  static let domain = "flick"

  /// Chooses the language that the environment asks for; call it before there are threads. For
  /// English, the language of the texts themselves, nothing is looked for.
  ///
  /// - Parameter environment: Reads a variable.
  package static func choose(environment: (String) -> String? = LocaleVariables.ofProcess) {
    let name = LocaleVariables.name(of: "LC_MESSAGES", in: environment)
    guard let languages = LocaleVariables.languages(name, in: environment) else { return }
    // SSH sends the names of the machine where the user sits, which this one may not have generated.
    if name.hasPrefix("C.") || setlocale(LC_MESSAGES, name) == nil {
      guard setNamelessLocale() else { return }
      setenv("LANGUAGE", languages, 0)
    }
    // The system's own words, of errors, come in the encoding of this one.
    if setlocale(LC_CTYPE, "") == nil { setlocale(LC_CTYPE, "C.UTF-8") }
    guard let folder = folder() else { return }
    bindtextdomain(domain, folder)
    bind_textdomain_codeset(domain, "UTF-8")
  }

  /// Sets a locale for messages where no real one is to be had. gettext translates nothing where the
  /// locale's name is `C`, and in glibc 2.41, unlike 2.36, nothing where it begins with `C.`. A system may
  /// have no other, so C.UTF-8 goes by the number of its open folder.
  private static func setNamelessLocale() -> Bool {
    let folder = open("/usr/lib/locale/C.utf8", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard folder >= 0 else { return setlocale(LC_MESSAGES, "C.UTF-8") != nil }
    defer { close(folder) }
    let path = getenv("LOCPATH").map { String(cString: $0) }
    setenv("LOCPATH", "/proc/self/fd", 1)
    defer { if let path { setenv("LOCPATH", path, 1) } else { unsetenv("LOCPATH") } }
    return setlocale(LC_MESSAGES, "\(folder)") != nil
  }

  /// Where the catalogues are: beside a program that has been built, or in its prefix.
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
