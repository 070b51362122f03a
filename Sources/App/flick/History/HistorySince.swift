import ArgumentParser
import Models
import Platform

/// A time as typed: `90m`, `12h`, `7d`, `4w` ago, or the date `2026-05-01`, in UTC.
enum HistorySince {
  private static let units: [Character: Double] = [
    "m": 60, "h": 3_600, "d": 86_400, "w": 604_800,
  ]

  /// The time, in seconds since 1970.
  static func time(_ argument: String) throws -> Double {
    if let unit = argument.last.flatMap({ units[$0] }),
      let count = Double(argument.dropLast()), count >= 0, count.isFinite
    {
      return WallClock.now - count * unit
    }
    guard let date = WrittenDate.internet(argument)?.seconds else {
      throw ValidationError(
        "--since", takes: localized("a time such as 90m, 12h, 7d, 4w or 2026-05-01"), not: argument)
    }
    return date
  }
}
