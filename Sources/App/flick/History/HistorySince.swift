import ArgumentParser
import Models
import Platform

/// A time as typed: `90m`, `12h`, `7d`, `4w` ago, or the date `2026-05-01`, in UTC.
enum HistorySince: Hashable {
  /// Seconds before now.
  case ago(Double)
  /// Seconds since 1970.
  case date(Double)

  private static let units: [Character: Double] = [
    "m": 60, "h": 3_600, "d": 86_400, "w": 604_800,
  ]

  init(argument: String) throws {
    if let unit = argument.last.flatMap({ Self.units[$0] }),
      let count = Double(argument.dropLast()), count >= 0, count.isFinite
    {
      self = .ago(count * unit)
    } else if let date = WrittenDate.internet(argument)?.seconds {
      self = .date(date)
    } else {
      throw ValidationError(localized("It takes a time such as 90m, 12h, 7d, 4w or 2026-05-01."))
    }
  }

  /// The time, in seconds since 1970.
  func time(now: Double = WallClock.now) -> Double {
    switch self {
    case .ago(let seconds): now - seconds
    case .date(let seconds): seconds
    }
  }
}
