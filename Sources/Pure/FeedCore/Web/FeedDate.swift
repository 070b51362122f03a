/// Reads the dates of feeds as seconds since 1970.
enum FeedDate {
  /// Reads `2026-03-01T12:00:00.5+01:00` (RFC 3339), or as much of it as a date.
  static func internet(_ text: String) -> Double? {
    let text = text.trimmingWhitespace
    let parts = text.split(maxSplits: 1, whereSeparator: { "Tt ".contains($0) })
    let date = parts.first?.split(separator: "-").map { Int($0) } ?? []
    guard date.count == 3, let year = date[0], let month = date[1], let day = date[2],
      let days = days(year: year, month: month, day: day)
    else { return nil }
    guard parts.count == 2 else { return Double(days) * 86_400 }
    let clock = parts[1]
    let zoneStart = clock.firstIndex { "Zz+-".contains($0) } ?? clock.endIndex
    guard let time = seconds(clock[..<zoneStart]) else { return nil }
    let zone = clock[zoneStart...]
    guard let offset = zone.isEmpty ? 0 : offset(zone) else { return nil }
    return Double(days) * 86_400 + time - offset
  }

  /// Reads `Sun, 01 Mar 2026 12:00:00 +0100` (RFC 822 and its successors), with or without the
  /// weekday and the seconds.
  static func mail(_ text: String) -> Double? {
    var fields = text.split { $0.isWhitespace || $0 == "," }
    if let first = fields.first, first.first?.isLetter == true { fields.removeFirst() }
    guard fields.count >= 4, let day = Int(fields[0]), var year = Int(fields[2]),
      let month = months.firstIndex(of: fields[1].prefix(3).lowercased()),
      let time = seconds(fields[3])
    else { return nil }
    if year < 100 { year += year < 50 ? 2_000 : 1_900 }
    guard let days = days(year: year, month: month + 1, day: day) else { return nil }
    let offset = fields.count > 4 ? offset(fields[4]) ?? 0 : 0
    return Double(days) * 86_400 + time - offset
  }

  /// Reads either kind.
  static func any(_ text: String?) -> Double? {
    guard let text else { return nil }
    return mail(text) ?? internet(text)
  }

  /// Reads `1:02:03`, `2:03` or `123.5`: the duration of a clip in seconds.
  static func duration(_ text: String?) -> Double? {
    guard let text = text?.trimmingWhitespace, !text.isEmpty else { return nil }
    let parts = text.split(separator: ":", omittingEmptySubsequences: false).map { Double($0) }
    guard 1...3 ~= parts.count else { return nil }
    var seconds = 0.0
    for part in parts {
      guard let part, part >= 0, part < 1e7 else { return nil }
      seconds = seconds * 60 + part
    }
    return seconds > 0 ? seconds : nil
  }

  private static let months = [
    "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
  ]

  /// Hours west of Greenwich, by the names RFC 822 has for them.
  private static let zones = [
    "est": 5.0, "edt": 4, "cst": 6, "cdt": 5, "mst": 7, "mdt": 6, "pst": 8, "pdt": 7,
  ]

  private static func offset(_ zone: Substring) -> Double? {
    guard let sign = zone.first else { return nil }
    guard sign == "+" || sign == "-" else {
      let name = zone.lowercased()
      return zones[name].map { -$0 * 3_600 } ?? (name.first?.isLetter == true ? 0 : nil)
    }
    let digits = zone.dropFirst().filter { $0 != ":" }
    guard digits.utf8.count == 4, let value = Int(digits) else { return nil }
    let seconds = Double(value / 100) * 3_600 + Double(value % 100) * 60
    return sign == "-" ? -seconds : seconds
  }

  private static func seconds(_ clock: Substring) -> Double? {
    let parts = clock.split(separator: ":", omittingEmptySubsequences: false).map { Double($0) }
    guard 2...3 ~= parts.count, let hours = parts[0], let minutes = parts[1],
      0..<25 ~= hours, 0..<60 ~= minutes
    else { return nil }
    guard parts.count == 3 else { return hours * 3_600 + minutes * 60 }
    guard let seconds = parts[2], 0..<61 ~= seconds else { return nil }
    return hours * 3_600 + minutes * 60 + seconds
  }

  /// Days since 1970 in the Gregorian calendar (Hinnant, "chrono-compatible low-level date
  /// algorithms").
  private static func days(year: Int, month: Int, day: Int) -> Int? {
    guard 0...9_999 ~= year, 1...12 ~= month, 1...31 ~= day else { return nil }
    let year = month <= 2 ? year - 1 : year
    let era = (year >= 0 ? year : year - 399) / 400
    let yearOfEra = year - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * 146_097 + dayOfEra - 719_468
  }
}
