import Platform
import TestSupport

/// Some seconds of a clip at the far end of a link, once the player has found its measure, then `q`.
struct FarRun {
  let recording: LinkRecording
  /// Host time from which it is looked at.
  let start: Double
  /// Host time at which `q` was pressed.
  let end: Double
  /// Parts of one core that the processes used meanwhile.
  let shares: [String: Double]

  private static let warmUp = 4.0
  private static let duration = 8.0

  /// Plays.
  ///
  /// - Parameters:
  ///   - terminal: Where the player was just started; it is ended.
  ///   - quits: Whether the player is one that `q` ends.
  ///   - processorTimes: Seconds that processes have used so far, by name.
  init(
    _ terminal: FarTerminal, quits: Bool = true,
    processorTimes: (FarTerminal) -> [String: Double] = {
      ["cpu": ProcessorTime.of($0.process.processID)]
    }
  ) {
    terminal.run(for: Self.warmUp)
    start = HostTime.now
    let before = processorTimes(terminal)
    terminal.run(for: Self.duration)
    let after = processorTimes(terminal)
    let seconds = HostTime.now - start
    shares = after.reduce(into: [:]) { $0[$1.key] = ($1.value - (before[$1.key] ?? 0)) / seconds }
    end = terminal.press("q")
    if quits { terminal.waitUntilGivenBack(timeout: 12) }
    recording = terminal.end()
  }

  /// Bytes that arrived in a second.
  var rate: Double {
    Double(recording.arrivedCount(by: end) - recording.arrivedCount(by: start)) / (end - start)
  }

  /// Adds the shares, in hundredths of a core.
  func addShares(to report: inout Report, as name: String) {
    for (process, share) in shares.sorted(by: { $0.key < $1.key }) {
      report.add("\(name).\(process)", share * 100, "%")
    }
  }
}
