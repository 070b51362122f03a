import Models
import TestSupport
import Testing

/// The program in another language, installed like `make install` does.
@Suite(
  .enabled(if: Command.isInstalled("msgfmt") && Command.isInstalled("localedef")), .ownThreads)
struct LanguageTests {
  /// A prefix with the program and its catalogue, and the locales of a system.
  private struct Installation {
    static let shared = Result { try Installation() }

    let folder: ScratchFolder
    var binary: String { folder.file("bin/flick") }
    /// The environment of a user in Germany.
    var environment: [String: String?] {
      ["LANG": "de_DE.UTF-8", "LOCPATH": folder.file("locales")]
    }

    private init() throws {
      folder = try ScratchFolder()
      for name in ["bin", "locales", "share/locale/de/LC_MESSAGES"] {
        _ = try Command.run("mkdir", ["-p", folder.file(name)])
      }
      try #require(try Command.run("cp", [FlickProcess.binary, binary]) == 0)
      let catalogue = folder.file("share/locale/de/LC_MESSAGES/flick.mo")
      try #require(try Command.run("msgfmt", ["-o", catalogue, Translation.path("de.po")]) == 0)
      // Exits with 1 if there are warnings.
      _ = try Command.run(
        "localedef",
        ["--no-archive", "-i", "de_DE", "-f", "UTF-8", folder.file("locales/de_DE.UTF-8")])
    }
  }

  @Test func screenIsInGermanWithDecimalCommas() throws {
    let installation = try Installation.shared.get()
    let clips = try Clips.shared.get()
    let flick = try FlickProcess(
      ["--start", "1", clips.folder.path], environment: installation.environment,
      binary: installation.binary)
    #expect(flick.waitForClip(0))
    flick.press(.character("?"))
    #expect(flick.waitUntil { $0.contains("nächster Clip") && $0.contains("Esc schließt") })
    flick.press(.escape)
    #expect(flick.waitUntil { !$0.contains("nächster Clip") })
    flick.press(.character("i"))
    #expect(flick.waitUntil { $0.contains("Gezeigt") })
    // Frames per second, with a comma, after the frame count.
    #expect(
      flick.waitUntil { model in
        (0..<model.size.rows).contains {
          model.text(row: $0).contains(#/Gezeigt.* Bilder?, \d+,\d Bilder\/s/#)
        }
      })
    #expect(flick.quit() == .status(0))
    #expect(flick.standardError == "")
  }

  /// SSH passes on the name of a locale that the machine may not have.
  @Test(arguments: [
    (["LANG": "de_DE.UTF-8"], true), (["LANG": "de_CH.UTF-8", "LC_NUMERIC": "C"], true),
    (["LANG": "C.UTF-8", "LANGUAGE": "de"], true), (["LANG": "de_DE.UTF-8", "LC_ALL": "C"], false),
    (["LANG": "en_US.UTF-8"], false), (["LANG": "de_DE.UTF-8", "LANGUAGE": "en:de"], false),
    (["LANG": "fr_FR.UTF-8"], false), (["LANG": nil], false),
  ])
  func messagesFollowTheLocale(
    _ environment: [String: String?], _ isGerman: Bool
  ) throws {
    let installation = try Installation.shared.get()
    let output = try ProgramOutput(
      ["--volume", "200"], environment: environment, binary: installation.binary)
    #expect(output.status == 64)
    let words =
      isGerman
      ? "flick: --volume erwartet eine ganze Zahl, 0 bis 100, nicht 200"
      : "flick: --volume takes a whole number, 0 to 100, not 200"
    #expect(output.error.contains(words), "\(output.error)")
  }

  @Test func translatedHelpFitsOneScreen() throws {
    let installation = try Installation.shared.get()
    let help = try ProgramOutput(
      ["--help"], environment: installation.environment, binary: installation.binary)
    #expect(help.status == 0)
    #expect(help.text.hasPrefix("Aufruf: flick"))
    #expect(help.lines.count <= 23)
    #expect(help.lines.allSatisfy { $0.count <= 79 })
    let english = try ProgramOutput(["--help"], binary: installation.binary)
    func options(_ text: String) -> Set<Substring> {
      Set(text.split { " ,\n".contains($0) }.filter { $0.hasPrefix("--") })
    }
    #expect(options(help.text) == options(english.text))
  }

  /// Machine-readable output does not depend on language or country.
  @Test func machineReadableOutputIsNotLocalised() throws {
    let installation = try Installation.shared.get()
    let clips = try Clips.shared.get()
    func feed(_ environment: [String: String?]) throws -> [UInt8] {
      let folder = try ScratchFolder()
      let output = try ProgramOutput(
        ["feed", clips.folder.path, "--base-url", "https://example.org/", "-o", folder.path],
        environment: environment, binary: installation.binary)
      #expect(output.status == 0, "\(output.error)")
      return Command.contents(of: folder.file("feed.json"))
    }
    let german = try feed(installation.environment)
    #expect(!german.isEmpty)
    #expect(try feed([:]) == german)
  }
}
