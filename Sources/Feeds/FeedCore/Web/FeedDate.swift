import Models

/// Reads the dates of feeds as seconds since 1970.
enum FeedDate {
  /// Reads `2026-03-01T12:00:00.5+01:00` (RFC 3339), or the part of it that is a date.
  static func internet(_ text: String) -> Double? {
    WrittenDate.internet(text.trimmingWhitespace)?.seconds
  }

  /// Reads `Sun, 01 Mar 2026 12:00:00 +0100` (RFC 822 and its successors), with or without the
  /// weekday and the seconds.
  static func mail(_ text: String) -> Double? {
    var fields = text.split { $0.isWhitespace || $0 == "," }
    if let first = fields.first, first.first?.isLetter == true { fields.removeFirst() }
    guard fields.count >= 4, let day = Int(fields[0]), var year = Int(fields[2]),
      let month = months.firstIndex(of: fields[1].prefix(3).lowercased()),
      let time = WrittenDate.seconds(fields[3])
    else { return nil }
    if year < 100 { year += year < 50 ? 2_000 : 1_900 }
    guard let days = WrittenDate.days(year: year, month: month + 1, day: day) else { return nil }
    let offset = fields.count > 4 ? WrittenDate.offset(fields[4]) ?? 0 : 0
    return Double(days) * 86_400 + time - offset
  }

  /// Reads a date in either format, in seconds since 1970.
  static func any(_ text: String?) -> Double? {
    guard let text else { return nil }
    return mail(text) ?? internet(text)
  }

  /// Reads `1:02:03`, `2:03` or `123.5`: the duration of a clip in seconds.
  static func duration(_ text: String?) -> Double? {
    guard let text = text?.trimmingWhitespace else { return nil }
    return WrittenTime.seconds(text[...], below: longest)
      .flatMap { $0 > 0 && $0 < longest ? $0 : nil }
  }

  /// No clip is so long, in seconds.
  private static let longest = 1e10

  private static let months = [
    "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
  ]
}
