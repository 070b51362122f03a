import ArgumentParser
import Foundation
import Models
import Platform

/// `flick doctor`: tells what is there, what Flick will use of it, and how to get more.
struct DoctorCommand: Subcommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor", _superCommandName: "flick",
    abstract: "Explain what this terminal, sound and libraries can do, and mend it.",
    discussion: """
      Asks the terminal, opens the sound device for a moment, and looks at the libraries and folders \
      that Flick uses. Each lack comes with what mends it. Ends with status 0 if Flick can play here, \
      and with 69 if not.
      """)

  @Option(
    help: ArgumentHelp(
      "The ALSA device to try.", valueName: "name"))
  var audioDevice = "default"

  func perform() -> Int32 {
    let environment = ProcessInfo.processInfo.environment
    let terminal = TerminalCheck.make(environment: environment)
    let sound = SoundCheck.make(device: audioDevice, environment: environment)
    let examinations = [
      terminal.examination, sound.examination, LibraryCheck.make(), WebCheck.make(),
      SystemCheck.make(environment: environment),
    ]
    let canPlay = examinations.allSatisfy(\.canPlay)
    let conclusion =
      canPlay
      ? Finding.fine(.localized("Flick plays here: %1$s; %2$s.", terminal.use, sound.use))
      : Finding.fault(.localized("Flick cannot play here; see what is marked FAIL."))
    let texts =
      ["flick \(Version.current)\n"]
      + (examinations + [DoctorCheck(title: localized("All in all"), findings: [conclusion])])
      .map { $0.text(columns: Self.columns) }
    let status = Console.output(Array(texts.joined(separator: "\n").utf8))
    return status == ExitStatus.success && !canPlay ? ExitStatus.unavailable : status
  }

  /// Narrow enough for every terminal, and for a report that is mailed.
  private static let columns = 80
}
