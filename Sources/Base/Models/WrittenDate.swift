import Platform

/// Parses the date formats of files and feeds.
package enum WrittenDate {
  /// Parses `2026-03-01T12:00:00.5+01:00` (RFC 3339); zone and time of day are optional, and a
  /// space may replace the `T`.
  ///
  /// - Returns: Seconds since 1970, in UTC if there is no zone; `nil` if it is not a date.
  package static func internet(
    _ text: some StringProtocol
  ) -> (seconds: Double, hasTime: Bool, hasZone: Bool)? {
    let parts = text.split(maxSplits: 1, whereSeparator: { "Tt ".contains($0) })
    let date = parts.first?.split(separator: "-").map { Int($0) } ?? []
    guard date.count == 3, let year = date[0], let month = date[1], let day = date[2],
      let days = days(year: year, month: month, day: day)
    else { return nil }
    guard parts.count == 2 else { return (Double(days) * 86_400, false, false) }
    let clock = parts[1]
    let zoneStart = clock.firstIndex { "Zz+-".contains($0) } ?? clock.endIndex
    guard let time = seconds(clock[..<zoneStart]) else { return nil }
    let zone = clock[zoneStart...]
    guard let offset = zone.isEmpty ? 0 : offset(zone) else { return nil }
    return (Double(days) * 86_400 + time - offset, true, !zone.isEmpty)
  }

  /// Hours west of Greenwich, by the zone names of RFC 822.
  private static let zones = [
    "est": 5.0, "edt": 4, "cst": 6, "cdt": 5, "mst": 7, "mdt": 6, "pst": 8, "pdt": 7,
  ]

  /// A zone's offset from UTC in seconds, from `+0100`, `-05:00`, `Z`, or a name from RFC 822.
  package static func offset(_ zone: some StringProtocol) -> Double? {
    guard let sign = zone.first else { return nil }
    guard sign == "+" || sign == "-" else {
      let name = zone.lowercased()
      return zones[name].map { -$0 * 3_600 } ?? (name.first?.isLetter == true ? 0 : nil)
    }
    let digits = String(zone.dropFirst().filter { $0 != ":" })
    guard digits.utf8.count == 4, let value = Int(digits) else { return nil }
    let seconds = Double(value / 100) * 3_600 + Double(value % 100) * 60
    return sign == "-" ? -seconds : seconds
  }

  /// Seconds since midnight, from `12:00:00.5` or `12:00`.
  package static func seconds(_ clock: some StringProtocol) -> Double? {
    let parts = clock.split(separator: ":", omittingEmptySubsequences: false).map { Double($0) }
    guard 2...3 ~= parts.count, let hours = parts[0], let minutes = parts[1],
      0..<25 ~= hours, 0..<60 ~= minutes
    else { return nil }
    guard parts.count == 3 else { return hours * 3_600 + minutes * 60 }
    guard let seconds = parts[2], 0..<61 ~= seconds else { return nil }
    return hours * 3_600 + minutes * 60 + seconds
  }

  /// Days since 1970; `nil` for an invalid date.
  package static func days(year: Int, month: Int, day: Int) -> Int? {
    guard 0...9_999 ~= year, 1...12 ~= month, 1...31 ~= day else { return nil }
    return CivilDate(year: year, month: month, day: day).daysSince1970
  }
}
