import TerminalCore

/// Decides when a terminal is to report each motion of the pointer: a report is a dozen bytes, up to a
/// hundred times a second, and each travels as a packet of its own.
struct MotionReports {
  private var areOn = false

  /// Over a link as slow as this, in bytes a second, or as long, in seconds there and back, reports
  /// would delay the keys behind them.
  private static let leastRate = 50_000.0
  private static let longestRoundTrip = 0.15
  /// So many times better than that it has to be for them to begin.
  private static let margin = 1.5

  /// Takes in what the way to the terminal is like.
  ///
  /// - Parameters:
  ///   - link: The way.
  ///   - areUseful: Whether there is something to look at under the pointer.
  /// - Returns: Whether reports are wanted.
  mutating func areWanted(over link: LinkReport, areUseful: Bool) -> Bool {
    let margin = areOn ? 1 : Self.margin
    areOn =
      areUseful && (link.rate ?? .infinity) >= Self.leastRate * margin
      && (link.roundTrip ?? 0) <= Self.longestRoundTrip / margin
    return areOn
  }
}
