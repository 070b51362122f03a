import Models

/// When a recording was made, by what it says of itself.
package struct RecordingDate: Hashable, Sendable {
  /// Seconds since 1970.
  package let seconds: Double
  /// The tags without those that say the same.
  package let otherTags: [MediaDetails.Tag]

  /// Names of tags in lower case, the most telling first, and whether what has no zone is in UTC.
  /// Programs write `creation_time`, in UTC (QuickTime and Matroska keep it so); telephones write
  /// the place's own time beside it.
  private static let names: [(name: String, isUniversal: Bool)] = [
    ("com.apple.quicktime.creationdate", false), ("creation_time", true),
    ("datetimeoriginal", false), ("date_recorded", false), ("date", false), ("datetime", false),
  ]
  /// Cameras whose clock was never set say 1904 or 1970.
  private static let earliest = 365.0 * 86_400
  /// How far clocks may differ, in seconds: a zone that was left out.
  private static let tolerance = 86_400.0

  /// Looks for a date.
  ///
  /// - Parameters:
  ///   - tags: All that the file says.
  ///   - now: The date, in seconds since 1970: nothing was recorded later.
  ///   - timeZone: Seconds by which this machine's clock is ahead of UTC at a time; dates without a
  ///     zone are taken for those of such a clock.
  /// - Returns: `nil` if there is no date, or only what cannot be. A year or a day alone is none: it
  ///   stays a tag.
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
    // Cameras write colons into the day, too (Exif 2.3, 4.6.4).
    let day = text.prefix(10)
    let text = day.contains("-") ? text[...] : day.replacing(":", with: "-") + text.dropFirst(10)
    guard let date = WrittenDate.internet(text), date.hasTime else { return nil }
    return date.hasZone || isUniversal
      ? date.seconds : date.seconds - Double(timeZone(date.seconds))
  }
}
