import Models

/// When a recording was made, according to its metadata.
package struct RecordingDate: Hashable, Sendable {
  /// Seconds since 1970.
  package let seconds: Double
  /// The remaining tags, without those for the date.
  package let otherTags: [MediaDetails.Tag]

  /// Tag names in lower case, most reliable first, and whether dates without a zone are in UTC.
  /// Programs write `creation_time` in UTC (which QuickTime and Matroska store); phones add the
  /// local time.
  private static let names: [(name: String, isUniversal: Bool)] = [
    ("com.apple.quicktime.creationdate", false), ("creation_time", true),
    ("datetimeoriginal", false), ("date_recorded", false), ("date", false), ("datetime", false),
  ]
  /// Cameras whose clock was never set report 1904 or 1970.
  private static let earliest = 365.0 * 86_400
  /// How far clocks may differ, in seconds: a missing zone.
  private static let tolerance = 86_400.0

  /// Looks for a date.
  ///
  /// - Parameters:
  ///   - tags: The file's tags.
  ///   - now: The current date, in seconds since 1970; later recording dates are invalid.
  ///   - timeZone: The offset of local time from UTC at a time, in seconds; applied to dates
  ///     without a zone.
  /// - Returns: `nil` if there is no plausible date. A year or a day alone does not count: it stays
  ///   a tag.
  package init?(tags: [MediaDetails.Tag], now: Double, timeZone: (Double) -> Int) {
    for (name, isUniversal) in Self.names {
      for tag in tags where tag.name.string.lowercased() == name {
        guard let seconds = Self.seconds(tag.value.string, isUniversal, timeZone),
          seconds >= Self.earliest, seconds <= now + Self.tolerance
        else { continue }
        self.seconds = seconds
        otherTags = tags.filter { other in
          other.name.string.lowercased() != "creation_time"
            && Self.seconds(other.value.string, isUniversal, timeZone) != seconds
        }
        return
      }
    }
    return nil
  }

  private static func seconds(
    _ text: String, _ isUniversal: Bool, _ timeZone: (Double) -> Int
  ) -> Double? {
    // Cameras also write colons in the day (Exif 2.3, 4.6.4).
    let day = text.prefix(10)
    let text = day.contains("-") ? text[...] : day.replacing(":", with: "-") + text.dropFirst(10)
    guard let date = WrittenDate.internet(text), date.hasTime else { return nil }
    return date.hasZone || isUniversal
      ? date.seconds : date.seconds - Double(timeZone(date.seconds))
  }
}
