import Platform

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
    func text(_ time: Double) -> String { time.thousandths() ?? "0" }
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

  /// Normal play time (RFC 2326, 3.6): `10.5`, `02:10` or `1:02:10.5`. Minutes and seconds have two
  /// digits, and both are below 60.
  private static func seconds(_ text: Substring) -> Double? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count > 1 else { return WrittenTime.seconds(text) }
    let areTwoDigits = parts.suffix(2).allSatisfy { part in part.prefix { $0 != "." }.count == 2 }
    return areTwoDigits ? WrittenTime.seconds(parts.count == 2 ? "0:\(text)" : text) : nil
  }

  /// A percent-encoded text; `nil` if its bytes are no UTF-8.
  private static func decoded(_ text: some StringProtocol) -> String? {
    String(validating: PercentCoding.decoded(Array(text.utf8)), as: UTF8.self)
  }
}
