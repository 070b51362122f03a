extension LocalFormats {
  private static let secondsOfADay = 86_400

  /// A date and a time of day: `2026-11-21 09:45`.
  ///
  /// - Parameters:
  ///   - seconds: Since 1970, in UTC.
  ///   - offset: The offset of the user's clock from UTC, in seconds.
  /// - Returns: `nil` for times outside the years 1 to 9999.
  package func dateAndTime(_ seconds: Double, offset: Int = 0) -> String? {
    guard let parts = Self.parts(seconds, offset: offset) else { return nil }
    return "\(words(parts.date)) \(time(parts.minutes))"
  }

  /// The date only: `2026-11-21`.
  package func day(_ seconds: Double, offset: Int = 0) -> String? {
    Self.parts(seconds, offset: offset).map { words($0.date) }
  }

  /// Seconds as minutes and seconds, with hours if needed: `1:02:03`.
  /// Layouts leave room for two digits of hours: more are shown as `99:59:59`.
  package func clock(_ seconds: Double) -> String { clock(seconds, limit: 359_999) }

  /// The same, with another limit in seconds.
  package func clock(_ seconds: Double, limit: Double) -> String {
    let total = seconds.isFinite ? Int(min(max(seconds, 0), limit)) : 0
    let (hours, minutes) = (total / 3600, total / 60 % 60)
    let tail = (total % 60).padded(to: 2)
    if hours == 0 { return "\(minutes)\(timeSeparator)\(tail)" }
    return "\(hours)\(timeSeparator)\(minutes.padded(to: 2))\(timeSeparator)\(tail)"
  }

  /// The same, with hundredths: `0:03.24`.
  package func exactClock(_ seconds: Double) -> String {
    let seconds = seconds.isFinite ? min(max(seconds, 0), 359_999) : 0
    // Times are computed, and may be too small by a rounding error.
    let hundredths = Int((seconds * 100 + 0.01).rounded(.down))
    return clock(Double(hundredths / 100)) + decimalSeparator + (hundredths % 100).padded(to: 2)
  }

  /// A time of day, to the second: `09:45:07`.
  ///
  /// - Returns: `nil` for times outside the years 1 to 9999.
  package func timeOfDay(_ seconds: Double, offset: Int = 0) -> String? {
    Self.parts(seconds, offset: offset).map { parts in
      time(parts.minutes, timeSeparator + parts.second.padded(to: 2))
    }
  }

  /// A time of day, in minutes since midnight, and what follows the minute.
  private func time(_ minutes: Int, _ rest: String = "") -> String {
    let (hour, minute) = (minutes / 60, (minutes % 60).padded(to: 2) + rest)
    guard halves.count == 2 else { return "\(hour.padded(to: 2))\(timeSeparator)\(minute)" }
    return "\((hour + 11) % 12 + 1)\(timeSeparator)\(minute) \(halves[hour < 12 ? 0 : 1])"
  }

  /// Whether a date format contains only supported directives.
  static func isKnown(_ format: String) -> Bool {
    LocalFormats(date: format).words(CivilDate(year: 1, month: 1, day: 1), orNil: ()) != nil
  }

  private init(date: String) {
    self.date = date
    (shortMonths, months) = (Array(repeating: "", count: 12), Array(repeating: "", count: 12))
  }

  private func words(_ date: CivilDate) -> String {
    words(date, orNil: ()) ?? LocalFormats.plain.words(date, orNil: ()) ?? ""
  }

  /// The date in the format; `nil` if the format has an unsupported directive.
  ///
  /// Years have four digits even if the format asks for two, because `21/11/10` is ambiguous.
  private func words(_ date: CivilDate, orNil: Void) -> String? {
    var text = ""
    var rest = self.date[...]
    while let character = rest.popFirst() {
      guard character == "%" else {
        text.append(character)
        continue
      }
      var directive = rest.popFirst()
      let isPadded = directive != "-"
      // Alternative digits: ours are understood everywhere.
      if directive == "O" || directive == "-" { directive = rest.popFirst() }
      switch directive {
      case "d": text += isPadded ? date.day.padded(to: 2) : "\(date.day)"
      case "e": text += "\(date.day)"
      case "m": text += isPadded ? date.month.padded(to: 2) : "\(date.month)"
      case "Y", "y": text += date.year.padded(to: 4)
      case "b", "h":
        guard shortMonths.count == 12 else { return nil }
        text += shortMonths[date.month - 1]
      case "B":
        guard months.count == 12 else { return nil }
        text += months[date.month - 1]
      case "F": text += "\(LocalFormats.plain.words(date))"
      case "%": text += "%"
      default: return nil
      }
    }
    return text
  }

  private static func parts(
    _ seconds: Double, offset: Int
  ) -> (date: CivilDate, minutes: Int, second: Int)? {
    guard seconds.isFinite, abs(seconds) < 1e12 else { return nil }
    let local = Int(seconds.rounded(.down)) + offset
    let day = Int((Double(local) / Double(secondsOfADay)).rounded(.down))
    let date = CivilDate(daysSince1970: day)
    guard 1...9_999 ~= date.year else { return nil }
    let second = local - day * secondsOfADay
    return (date, second / 60, second % 60)
  }
}
