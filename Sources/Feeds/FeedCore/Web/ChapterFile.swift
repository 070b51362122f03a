import Models

/// The chapters in a file beside a clip.
package enum ChapterFile {
  /// The most chapters of a file.
  static let limit = 1_000
  /// Longer times are no times, in seconds.
  private static let longest = 1e6

  /// Reads a list of times and titles, as people write them: a time at the beginning of each line.
  ///
  /// - Parameter bytes: Its content, in UTF-8.
  /// - Returns: The chapters, by start time; none if most lines are something else, as in a caption.
  package static func chapters(list bytes: [UInt8]) -> [Chapter] {
    var entries: [(time: Double, title: Substring)] = []
    var others = 0
    for line in bytes.chapterLines where !line.isEmpty {
      if let first = line.split(separator: " ", maxSplits: 1).first, let time = time(first) {
        entries.append((time, line.dropFirst(first.count).drop { " -–—:\t".contains($0) }))
      } else {
        others += 1
      }
    }
    guard entries.count > 1, others < entries.count,
      zip(entries, entries.dropFirst()).allSatisfy({ $0.time < $1.time })
    else { return [] }
    var found: [Chapter] = []
    for (index, entry) in entries.prefix(limit).enumerated() where entry.time <= longest {
      let end = index + 1 < entries.count ? entries[index + 1].time : longest
      let title = FeedText.title(String(entry.title)) ?? ""
      found.append(Chapter(start: entry.time, end: end, title: title))
    }
    return found
  }

  /// `1:02:03.5`, `2:03` or `[02:03]` as seconds.
  private static func time(_ text: Substring) -> Double? {
    let digits = text.drop { "[(".contains($0) }.prefix { !"])".contains($0) }
    return digits.contains(":") ? WrittenTime.seconds(digits) : nil
  }
}

extension [UInt8] {
  /// The lines of a file with chapters, of which a long one is none.
  fileprivate var chapterLines: [Substring] {
    let lineLimit = ChapterFile.limit * 8
    return String(decoding: self, as: UTF8.self)
      .split(maxSplits: lineLimit, omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      .prefix(lineLimit).map { line in
        var line = line.prefix(4_000)
        while line.first?.isWhitespace == true || line.first == "\u{FEFF}" { line.removeFirst() }
        while line.last?.isWhitespace == true { line.removeLast() }
        return line
      }
  }
}
