/// Exit statuses, after sysexits(3).
enum ExitStatus {
  static let success: Int32 = 0
  static let usage: Int32 = 64
  static let dataError: Int32 = 65
  static let noInput: Int32 = 66
  static let unavailable: Int32 = 69
  static let software: Int32 = 70
  static let cannotCreate: Int32 = 73
  static let inputOutput: Int32 = 74
  static let configuration: Int32 = 78

  /// Ended by a signal.
  static func signal(_ number: Int32) -> Int32 { 128 + number }

  /// What they mean, for the manual and docs/behaviour.md. A test looks for each of the above.
  static let meanings: [(status: String, meaning: String)] = [
    ("\(success)", "Quit with q, or the sub-command succeeded."),
    ("\(usage)", "The command line is invalid."),
    ("\(dataError)", "Not all of a list could be read or written (flick verdicts)."),
    ("\(noInput)", "No such path, no clips in it, or the clip cannot be read."),
    ("\(unavailable)", "No terminal, or one that cannot be used."),
    ("\(software)", "A problem with the machine, or a bug in Flick."),
    ("\(cannotCreate)", "Cannot write to a file or to standard output."),
    ("\(inputOutput)", "Not all files could be moved or written (flick apply, undo, verdicts)."),
    ("\(configuration)", "The configuration file or an environment variable is invalid."),
    ("128 + n", "Ended by signal n: 129 by SIGHUP, 130 by SIGINT, 143 by SIGTERM."),
  ]
}
