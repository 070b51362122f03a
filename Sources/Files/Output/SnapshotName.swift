import Models

/// The name of a saved frame: the clip's title, and where in it the frame is.
package struct SnapshotName: Hashable, Sendable {
  private let stem: String

  /// File systems take names of 255 bytes; number and extension need some.
  private static let limit = 200

  /// Makes a name.
  ///
  /// - Parameters:
  ///   - title: The clip's, from outside: what cannot stand in a name, or would be no plain one, is
  ///     replaced.
  ///   - time: Seconds since the first frame; `nil` for a clip that is one frame.
  ///   - suffix: What else tells it from other frames of that time.
  package init(title: CleanText, time: Double?, suffix: String = "") {
    // Not by characters: a mark that joins a slash would hide it.
    var scalars = String.UnicodeScalarView(
      title.string.unicodeScalars.map { $0 == "/" || $0 == "\u{FFFD}" ? "_" : $0 })
    // A name that begins with a dot is hidden, one with a dash looks like an option.
    while let first = scalars.first, [".", " ", "-"].contains(first) { scalars.removeFirst() }
    while let last = scalars.last, [".", " "].contains(last) { scalars.removeLast() }
    var name = String(scalars)
    while name.utf8.count > Self.limit { name.removeLast() }
    if name.isEmpty { name = "picture" }
    stem = name + (time.map { "-\(Self.words($0))" } ?? "") + suffix
  }

  /// The name; from the second attempt on with a number.
  package func file(attempt: Int = 1) -> String {
    attempt > 1 ? "\(stem)-\(attempt).png" : "\(stem).png"
  }

  /// Seconds and hundredths, minutes and hours where there are any: `1m23.40s`.
  private static func words(_ seconds: Double) -> String {
    let hundredths = seconds.isFinite ? Int(min(max(seconds, 0), 1e7) * 100) : 0
    func two(_ number: Int) -> Substring { String(number % 100 + 100).dropFirst() }
    let minutes = hundredths / 6_000
    let tail = "\(two(hundredths / 100 % 60)).\(two(hundredths % 100))"
    if minutes == 0 { return "\(hundredths / 100).\(two(hundredths % 100))s" }
    return minutes < 60
      ? "\(minutes)m\(tail)s" : "\(minutes / 60)h\(two(minutes % 60))m\(tail)s"
  }
}
