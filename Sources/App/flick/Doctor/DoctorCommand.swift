import ArgumentParser
import Foundation
import Models
import Platform

/// `flick doctor`: shows what is available, what Flick will use, and how to fix what is missing.
struct DoctorCommand: Subcommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor", _superCommandName: "flick",
    abstract: "Check this terminal, sound and libraries, and how to fix them.",
    discussion: """
      Queries the terminal, opens the sound device briefly, and checks the libraries and folders that \
      Flick uses. Each problem comes with a fix. The exit status is 0 if Flick can play here, 69 if not.
      """)

  @Option(
    help: ArgumentHelp(
      "ALSA device to test.", valueName: "name"))
  var audioDevice = "default"

  func perform() -> Int32 {
    let environment = ProcessInfo.processInfo.environment
    let terminal = TerminalCheck.make(environment: environment)
    let sound = SoundCheck.make(device: audioDevice, environment: environment)
    let checks = [
      terminal.check, sound.check, LibraryCheck.make(), WebCheck.make(),
      SystemCheck.make(environment: environment),
    ]
    let canPlay = checks.allSatisfy(\.canPlay)
    let conclusion =
      canPlay
      ? Finding.fine(.localized("Ready: %1$s; %2$s.", terminal.use, sound.use))
      : Finding.fault(.localized("Not ready; see the lines marked FAIL."))
    let texts =
      ["flick \(Version.text)\n"]
      + (checks + [DoctorCheck(title: localized("Summary"), findings: [conclusion])])
      .map { $0.text(columns: Self.columns) }
    let status = Console.output(Array(texts.joined(separator: "\n").utf8))
    return status == ExitStatus.success && !canPlay ? ExitStatus.unavailable : status
  }

  /// Narrow enough for every terminal, and for a report sent by mail.
  private static let columns = 80
}
