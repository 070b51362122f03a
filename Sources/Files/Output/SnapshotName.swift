import Models

/// The name of a saved frame: the clip's title and the frame's position.
package struct SnapshotName: Hashable, Sendable {
  private let stem: String

  /// File systems allow 255 bytes; number and extension need some.
  private static let limit = 200

  /// Makes a name.
  ///
  /// - Parameters:
  ///   - title: The clip's, which is untrusted: characters that are invalid or awkward in a name
  ///     are replaced.
  ///   - time: Seconds since the first frame; `nil` for a clip of one frame.
  ///   - suffix: Distinguishes it from other frames at that time.
  package init(title: CleanText, time: Double?, suffix: String = "") {
    // Not by characters: a combining mark after a slash would hide it.
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

  /// The file name; with a number from the second attempt on.
  package func file(attempt: Int = 1) -> String {
    attempt > 1 ? "\(stem)-\(attempt).png" : "\(stem).png"
  }

  /// Seconds and hundredths, with minutes and hours if any: `1m23.40s`.
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
