/// Exit statuses, after sysexits(3).
enum ExitStatus {
  static let success: Int32 = 0
  /// The command line is invalid.
  static let usage: Int32 = 64
  /// Not all of the input could be used.
  static let dataError: Int32 = 65
  /// None of the paths exists, or there is no clip in them.
  static let noInput: Int32 = 66
  /// There is no terminal, or none that can show anything.
  static let unavailable: Int32 = 69
  /// Internal error.
  static let software: Int32 = 70
  /// Something could not be done with some of the files.
  static let inputOutput: Int32 = 74
  /// A requested file cannot be written.
  static let cannotCreate: Int32 = 73

  /// The configuration file or an environment variable is invalid.
  static let configuration: Int32 = 78

  /// Ended by a signal.
  static func signal(_ number: Int32) -> Int32 { 128 + number }
}
