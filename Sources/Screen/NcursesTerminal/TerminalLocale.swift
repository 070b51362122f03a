import CNcursesw
import Glibc
import TerminalCore

/// Sets the character encoding of the process, which ncurses uses.
package enum TerminalLocale {
  /// Sets the locale for characters; numbers stay in C format.
  ///
  /// - Returns: Whether the encoding is UTF-8.
  package static func set(from environment: [String: String]) -> Bool {
    let isSet = LocaleName.candidates(in: environment).contains { setlocale(LC_CTYPE, $0) != nil }
    if !isSet { setlocale(LC_CTYPE, "C") }
    guard let codeset = nl_langinfo(nl_item(CODESET)) else { return false }
    return String(cString: codeset) == "UTF-8"
  }
}
