import Models
import TerminalCore

/// Decides when a terminal is to report each motion of the pointer: a report is a dozen bytes, up to a
/// hundred times a second, and each travels as a packet of its own (docs/decisions/terminal-mouse.md).
///
/// A value in time that its caller tells, in seconds of a monotonic clock.
package struct MotionReports {
  private var areOn = false
  /// Since when the way has not been good enough for what is on; `nil` while it is.
  private var poorSince: Double?

  /// Over a link as slow as this, in bytes a second, or as long, in seconds there and back, reports
  /// would delay the keys behind them.
  package static let leastRate = 50_000.0
  package static let longestRoundTrip = 0.15
  /// So many times better than that it has to be for them to begin.
  package static let margin = 1.5
  /// How long the way may be worse than that, in seconds, before they end: one late answer tells of a
  /// busy machine, and turning them off and on again costs as much as a tick of the seek bar.
  package static let patience = 1.0

  /// Takes in what the way to the terminal is like.
  ///
  /// - Parameters:
  ///   - link: The way.
  ///   - areUseful: Whether there is something to look at under the pointer.
  ///   - time: When.
  /// - Returns: Whether reports are wanted.
  package mutating func areWanted(
    over link: LinkStatistics, areUseful: Bool, at time: Double
  ) -> Bool {
    let margin = areOn ? 1 : Self.margin
    let isGood =
      (link.rate ?? .infinity) >= Self.leastRate * margin
      && (link.roundTrip ?? 0) <= Self.longestRoundTrip / margin
    poorSince = isGood ? nil : poorSince ?? time
    let isBearable = areOn && poorSince.map { time - $0 < Self.patience } ?? true
    areOn = areUseful && (isGood || isBearable)
    return areOn
  }
}
