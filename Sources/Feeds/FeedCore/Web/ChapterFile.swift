import Models

/// The chapters in a file beside a clip.
package enum ChapterFile {
  /// The most chapters of a file.
  static let limit = 1_000
  /// Longer times are no times, in seconds.
  private static let longest = 1e6

  /// Reads FFmpeg's metadata file (ffmpeg.org/ffmpeg-formats.html, "Metadata").
  ///
  /// - Parameter bytes: Its content, in UTF-8.
  /// - Returns: The chapters, by start time; none if it is no such file.
  package static func chapters(metadata bytes: [UInt8]) -> [Chapter] {
    let lines = bytes.chapterLines
    guard lines.first?.starts(with: ";FFMETADATA") == true else { return [] }
    var found: [Chapter] = []
    var section: [String: String]?
    func finish() {
      guard let section, found.count < limit else { return }
      let base = (section["TIMEBASE"] ?? "1/1000000000").split(separator: "/").map { Double($0) }
      guard base.count == 2, let numerator = base[0], let denominator = base[1],
        let start = section["START"].flatMap({ Double($0) }),
        let end = section["END"].flatMap({ Double($0) })
      else { return }
      add(
        start * numerator / denominator, end * numerator / denominator, section["title"] ?? "",
        to: &found)
    }
    for line in lines {
      if line.first == "[" {
        finish()
        section = line.uppercased() == "[CHAPTER]" ? [:] : nil
      } else if section != nil, let equals = line.firstIndex(of: "="), line.first != ";",
        line.first != "#"
      {
        let value = line[line.index(after: equals)...]
        section?[String(line[..<equals])] = unescaped(value)
      }
    }
    finish()
    return found.sorted { $0.start < $1.start }
  }

  /// Reads a list of times and titles: a time at the beginning of each line, as people write them,
  /// or `CHAPTER01=` and `CHAPTER01NAME=` in turn, as OGM tools do.
  ///
  /// - Parameter bytes: Its content, in UTF-8.
  /// - Returns: The chapters, by start time; none if most lines are something else, as in a caption.
  package static func chapters(list bytes: [UInt8]) -> [Chapter] {
    let lines = bytes.chapterLines.filter { !$0.isEmpty }
    var entries: [(time: Double, title: String)] = []
    var others = 0
    for line in lines {
      if let (key, value) = ogmField(line) {
        if key.hasSuffix("NAME") {
          if !entries.isEmpty { entries[entries.count - 1].title = value }
        } else if let time = time(value[...]) {
          entries.append((time, ""))
        }
      } else if let first = line.split(separator: " ", maxSplits: 1).first, let time = time(first) {
        let rest = line.dropFirst(first.count).drop { " -–—:\t".contains($0) }
        entries.append((time, String(rest)))
      } else {
        others += 1
      }
    }
    guard entries.count > 1, others < entries.count,
      zip(entries, entries.dropFirst()).allSatisfy({ $0.time < $1.time })
    else { return [] }
    var found: [Chapter] = []
    for (index, entry) in entries.prefix(limit).enumerated() {
      let end = index + 1 < entries.count ? entries[index + 1].time : longest
      add(entry.time, end, entry.title, to: &found)
    }
    return found
  }

  private static func add(
    _ start: Double, _ end: Double, _ title: String, to found: inout [Chapter]
  ) {
    guard start.isFinite, end.isFinite, (0...longest).contains(start), end >= start else { return }
    found.append(Chapter(start: start, end: end, title: FeedText.title(title) ?? ""))
  }

  private static func ogmField(_ line: Substring) -> (key: String, value: String)? {
    guard line.starts(with: "CHAPTER"), let equals = line.firstIndex(of: "=") else { return nil }
    return (String(line[..<equals]), String(line[line.index(after: equals)...]))
  }

  /// `1:02:03.5`, `2:03` or `[02:03]` as seconds.
  private static func time(_ text: Substring) -> Double? {
    let digits = text.drop { "[(".contains($0) }.prefix { !"])".contains($0) }
    let parts = digits.split(separator: ":", omittingEmptySubsequences: false)
    guard (2...3).contains(parts.count) else { return nil }
    var seconds = 0.0
    for (index, part) in parts.enumerated() {
      let isLast = index == parts.count - 1
      guard !part.isEmpty, part.count <= 9,
        part.allSatisfy({ $0.isASCII && ($0.isNumber || isLast && $0 == ".") }),
        let value = Double(part), index == 0 || value < 60
      else { return nil }
      seconds = seconds * 60 + value
    }
    return seconds
  }

  private static func unescaped(_ text: Substring) -> String {
    var plain = ""
    var isEscaped = false
    for character in text {
      if character == "\\", !isEscaped {
        isEscaped = true
      } else {
        plain.append(character)
        isEscaped = false
      }
    }
    return plain
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
