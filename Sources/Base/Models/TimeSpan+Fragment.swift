// The part of a clip that an address names (W3C, Media Fragments URI 1.0, 4.2.1).
extension TimeSpan {
  /// The longest fragment that is read, in bytes.
  private static let longestFragment = 1_000
  /// Frames per second of SMPTE time codes, by name.
  private static let frameRates: [String: Double] = [
    "smpte": 30, "smpte-25": 25, "smpte-30": 30, "smpte-30-drop": 30_000.0 / 1_001,
  ]

  /// Reads the `t` of a fragment, such as `t=10,20` or `t=npt:0:02:00,0:02:01.5`; clock times are not
  /// read.
  ///
  /// - Parameter fragment: What follows the `#`, percent-encoded.
  /// - Returns: `nil` if it names no time. Of several, the last valid one counts.
  package init?(mediaFragment fragment: some StringProtocol) {
    guard fragment.utf8.count <= Self.longestFragment else { return nil }
    let spans = fragment.split(separator: "&").compactMap { field -> TimeSpan? in
      guard let equals = field.firstIndex(of: "="),
        let name = Self.decoded(field[..<equals]), name == "t",
        let value = Self.decoded(field[field.index(after: equals)...])
      else { return nil }
      return Self.span(value)
    }
    guard let last = spans.last else { return nil }
    self = last
  }

  /// The fragment that names it, to the millisecond.
  package var mediaFragment: String {
    func text(_ time: Double) -> String {
      let milliseconds = Int(saturating: (time * 1_000).rounded())
      let rest = milliseconds % 1_000
      guard rest > 0 else { return "\(milliseconds / 1_000)" }
      var digits = String(1_000 + rest).dropFirst()
      while digits.last == "0" { digits.removeLast() }
      return "\(milliseconds / 1_000).\(digits)"
    }
    return "t=\(text(start))" + (end.map { ",\(text($0))" } ?? "")
  }

  private static func span(_ value: String) -> TimeSpan? {
    var rest = value[...]
    var time: (Substring) -> Double? = seconds
    if let colon = rest.firstIndex(of: ":"), rest.first?.isLetter == true {
      let format = String(rest[..<colon])
      rest = rest[rest.index(after: colon)...]
      if let rate = frameRates[format] {
        time = { timeCode($0, rate: rate) }
      } else if format != "npt" {
        return nil
      }
    }
    let parts = rest.split(separator: ",", omittingEmptySubsequences: false)
    guard parts.count <= 2, let first = parts.first else { return nil }
    let start = first.isEmpty && parts.count == 2 ? 0 : time(first)
    guard parts.count == 2 else { return start.flatMap { TimeSpan(start: $0) } }
    guard let start, let end = time(parts[1]) else { return nil }
    return TimeSpan(start: start, end: end)
  }

  /// Normal play time (RFC 2326, 3.6): `10.5`, `02:10` or `1:02:10.5`.
  private static func seconds(_ text: Substring) -> Double? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard let last = parts.last, let seconds = decimal(last) else { return nil }
    guard parts.count > 1 else { return seconds }
    return clock(parts.dropLast(), seconds, last, isHourNeeded: false)
  }

  /// A SMPTE time code: `1:02:10`, and frames and their parts: `1:02:10:15.2`.
  private static func timeCode(_ text: Substring, rate: Double) -> Double? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 3 || parts.count == 4, let seconds = number(parts[2]),
      let time = clock(parts[..<2], seconds, parts[2], isHourNeeded: true)
    else { return nil }
    guard parts.count == 4 else { return time }
    return decimal(parts[3]).flatMap { $0 < rate ? time + $0 / rate : nil }
  }

  /// Hours, minutes of two digits, and seconds of two digits before the point.
  private static func clock(
    _ parts: ArraySlice<Substring>, _ seconds: Double, _ digits: Substring, isHourNeeded: Bool
  ) -> Double? {
    guard (isHourNeeded ? 2...2 : 1...2).contains(parts.count), let minuteDigits = parts.last,
      let minutes = number(minuteDigits), minuteDigits.count == 2, minutes < 60,
      digits.prefix(while: { $0 != "." }).count == 2, seconds < 60
    else { return nil }
    let hours = parts.count == 2 ? parts.first.flatMap(number) : 0
    return hours.map { $0 * 3_600 + minutes * 60 + seconds }
  }

  private static func number(_ text: Substring) -> Double? {
    guard !text.isEmpty, text.count <= 12, text.utf8.allSatisfy({ (0x30...0x39).contains($0) })
    else { return nil }
    return Double(text)
  }

  /// Digits, and perhaps a point and more digits.
  private static func decimal(_ text: Substring) -> Double? {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count <= 2, let whole = parts.first.flatMap(number) else { return nil }
    guard parts.count == 2, !parts[1].isEmpty else { return whole }
    return number(parts[1]).flatMap { _ in Double(text) }
  }

  /// A percent-encoded text; `nil` if its bytes are no UTF-8.
  private static func decoded(_ text: some StringProtocol) -> String? {
    String(validating: PercentCoding.decoded(Array(text.utf8)), as: UTF8.self)
  }
}
