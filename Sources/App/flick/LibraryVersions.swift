import LibAV
import Models
import NcursesTerminal
import Network
import Sound

/// The versions of the libraries, for `--version`.
enum LibraryVersions {
  /// The versions of the program and of the libraries it runs with.
  static var text: String {
    let terminal = TerminalLibraries.versions.map(\.string)
    let libav = LibAVLibraries.versions.map(\.string)
    return """
      flick \(Version.current)
      \(libav.joined(separator: ", "))
      \((terminal + [CurlLibrary.version, "ALSA \(ALSALibrary.version)", "Swift \(swift)"]).joined(separator: ", "))
      """
  }

  /// The version of Swift's standard library.
  private static var swift: String { "\(_SwiftStdlibVersion.current)" }
}
