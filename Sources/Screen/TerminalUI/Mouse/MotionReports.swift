import Models
import TerminalCore

/// Decides when a terminal reports every pointer motion: a report is a dozen bytes, up to a hundred
/// times a second, each in a separate packet (docs/decisions/terminal-mouse.md).
///
/// A value whose caller provides the time, in seconds of a monotonic clock.
package struct MotionReports {
  private var areOn = false
  /// Since when the link has been too slow for the reports that are on; `nil` while it is not.
  private var poorSince: Double?

  /// Below this rate in bytes a second, or above this round trip in seconds, reports would delay
  /// the keys behind them.
  package static let minRate = 50_000.0
  package static let longestRoundTrip = 0.15
  /// How many times better than that the link must be to turn them on.
  package static let margin = 1.5
  /// How long the link may be worse than that, in seconds, before they are turned off: one late
  /// acknowledgement only means a busy machine, and switching off and on costs as much as a tick of
  /// the seek bar.
  package static let patience = 1.0

  /// Updates the state of the link.
  ///
  /// - Parameter areUseful: Whether there is something under the pointer to react.
  /// - Returns: Whether reports are wanted.
  package mutating func areWanted(
    over link: LinkStatistics, areUseful: Bool, at time: Double
  ) -> Bool {
    let margin = areOn ? 1 : Self.margin
    let isGood =
      (link.rate ?? .infinity) >= Self.minRate * margin
      && (link.roundTrip ?? 0) <= Self.longestRoundTrip / margin
    poorSince = isGood ? nil : poorSince ?? time
    let isBearable = areOn && poorSince.map { time - $0 < Self.patience } ?? true
    areOn = areUseful && (isGood || isBearable)
    return areOn
  }
}
