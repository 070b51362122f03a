// The part of a clip that an address names (W3C, Media Fragments URI 1.0, 4.2.1).
extension TimeSpan {
  /// The longest fragment that is read, in bytes.
  private static let longestFragment = 1_000

  /// Reads the `t` of a fragment, such as `t=10,20` or `t=npt:0:02:00,0:02:01.5`; clock times and
  /// time codes are not read.
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
    let times = value.hasPrefix("npt:") ? value.dropFirst(4) : value[...]
    let parts = times.split(separator: ",", omittingEmptySubsequences: false)
    guard parts.count <= 2, let first = parts.first else { return nil }
    let start = first.isEmpty && parts.count == 2 ? 0 : seconds(first)
    guard parts.count == 2 else { return start.flatMap { TimeSpan(start: $0) } }
    guard let start, let end = seconds(parts[1]) else { return nil }
    return TimeSpan(start: start, end: end)
  }

  /// Normal play time (RFC 2326, 3.6): `10.5`, `02:10` or `1:02:10.5`.
  private static func seconds(_ text: Substring) -> Double? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard let last = parts.last, let seconds = decimal(last) else { return nil }
    guard parts.count > 1 else { return seconds }
    return clock(parts.dropLast(), seconds, last)
  }

  /// Hours, minutes of two digits, and seconds of two digits before the point.
  private static func clock(
    _ parts: ArraySlice<Substring>, _ seconds: Double, _ digits: Substring
  ) -> Double? {
    guard (1...2).contains(parts.count), let minuteDigits = parts.last,
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
