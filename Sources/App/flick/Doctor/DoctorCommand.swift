import ArgumentParser
import FeedSources
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
      Of machines that are named, it checks only whether their clips can be read, and how fast.
      """)

  @Argument(
    help: ArgumentHelp(
      "Machines that ssh reaches, with a folder there if clips are elsewhere than in yours.",
      valueName: "host:path"))
  var machines: [String] = []

  @Option(
    help: ArgumentHelp(
      "ALSA device to test.", valueName: "name"))
  var audioDevice = "default"

  func perform() throws -> Int32 {
    guard machines.isEmpty else { return Self.report(try machines.map(Self.check)) }
    let environment = ProcessInfo.processInfo.environment
    let terminal = TerminalCheck.make(environment: environment)
    let sound = SoundCheck.make(device: audioDevice, environment: environment)
    var checks = [
      terminal.check, sound.check, LibraryCheck.make(), WebCheck.make(),
      SystemCheck.make(environment: environment),
    ]
    let conclusion =
      checks.allSatisfy(\.canPlay)
      ? Finding.fine(.localized("Ready: %1$s; %2$s.", terminal.use, sound.use))
      : Finding.fault(.localized("Not ready; see the lines marked FAIL."))
    checks.append(DoctorCheck(title: localized("Summary"), findings: [conclusion]))
    return Self.report(checks)
  }

  private static func check(_ argument: String) throws -> DoctorCheck {
    let path = TypedPath.path(Arguments.bytes(argument))
    guard let address = AddressReader.sftp(path) else {
      throw Failure(
        localized("%s: not a machine; they are named as HOST: or HOST:PATH", path),
        status: ExitStatus.usage)
    }
    return MachineCheck.make(address)
  }

  /// Prints the results.
  ///
  /// - Returns: The exit status.
  private static func report(_ checks: [DoctorCheck]) -> Int32 {
    let canPlay = checks.allSatisfy(\.canPlay)
    let texts = ["flick \(Version.text)\n"] + checks.map { $0.text(columns: columns) }
    let status = Console.output(Array(texts.joined(separator: "\n").utf8))
    return status == ExitStatus.success && !canPlay ? ExitStatus.unavailable : status
  }

  /// Narrow enough for every terminal, and for a report sent by mail.
  private static let columns = 80
}
