import Files
import Models

/// The requested output files, opened before the terminal is taken.
struct Outputs {
  private(set) var recording: Recording?
  let snapshots: SnapshotFolder
  private var statistics: StatisticsFile?

  /// Opens them.
  ///
  /// - Throws: Why one of them cannot be written.
  init(_ arguments: OutputArguments, environment: [String: String]) throws(FileError) {
    snapshots = SnapshotFolder(
      path: arguments.saveTo.map { FilePath($0) }, environment: environment)
    if let path = arguments.statsJson { statistics = try StatisticsFile(path: FilePath(path)) }
    if let path = arguments.record {
      recording = try Recording(path: FilePath(path), environment: environment)
    }
  }

  /// Takes a sample each second; `nil` if none is wanted.
  var recordStatistics: (@Sendable (StatisticsSample) -> Void)? {
    guard let statistics else { return nil }
    return { statistics.record($0) }
  }

  /// Waits until everything is written.
  ///
  /// - Parameter deadline: The host time at which to give up.
  /// - Returns: Any problem with a recording.
  func finish(until deadline: Double) -> String? {
    statistics?.finish(until: deadline)
    return recording?.finish(until: deadline)
  }
}
