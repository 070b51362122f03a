import LibAV
import Models
import NcursesTerminal
import Network
import Sound

/// What Flick is made of, as `--version` tells.
enum LibraryVersions {
  /// The program's version, and those of the libraries it runs with.
  static var text: String {
    let terminal = TerminalLibraries.versions.map(\.string)
    let libav = LibAVLibraries.versions.map(\.string)
    return """
      flick \(Version.current)
      \(libav.joined(separator: ", "))
      \((terminal + [CurlLibrary.version, "ALSA \(ALSALibrary.version)", "Swift \(swift)"]).joined(separator: ", "))
      """
  }

  /// The version of the language's library.
  private static var swift: String { "\(_SwiftStdlibVersion.current)" }
}
