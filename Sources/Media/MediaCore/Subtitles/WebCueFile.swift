import Models

/// A WebVTT file (W3C, 2019, section 6.1).
///
/// libav 5.1 reads such a file only up to the first block that is not a cue, including `STYLE` and
/// `REGION`.
package enum WebCueFile {
  /// Reads the cues of a file, ignoring other blocks and invalid cues.
  ///
  /// - Parameters:
  ///   - file: Bytes that should be UTF-8.
  ///   - limit: The maximum number of cues.
  ///   - byteLimit: The maximum number of bytes to read per cue.
  /// - Returns: The subtitles in file order.
  package static func subtitles(
    in file: [UInt8], atMost limit: Int, byteLimit: Int
  ) -> [SubtitleCue] {
    var subtitles: [SubtitleCue] = []
    var times: ClosedRange<Double>?
    var cue: [UInt8] = []
    func endCue() {
      defer { (times, cue) = (nil, []) }
      guard let times else { return }
      let lines = WebCueText.lines(of: cue)
      guard !lines.isEmpty else { return }
      subtitles.append(SubtitleCue(start: times.lowerBound, end: times.upperBound, lines: lines))
    }
    var rest = file[...]
    while !rest.isEmpty, subtitles.count < limit {
      let line = rest.prefix { $0 != lineFeed && $0 != carriageReturn }
      rest = rest.dropFirst(line.count)
      if rest.popFirst() == carriageReturn, rest.first == lineFeed { rest.removeFirst() }
      if let found = self.times(in: line) {
        endCue()
        times = found
      } else if line.isEmpty {
        endCue()
      } else if times != nil, cue.count < byteLimit {
        if !cue.isEmpty { cue.append(lineFeed) }
        cue += line.prefix(byteLimit)
      }
    }
    if subtitles.count < limit { endCue() }
    return subtitles
  }

  private static let lineFeed = UInt8(ascii: "\n")
  private static let carriageReturn = UInt8(ascii: "\r")

  /// The times must be within this many bytes of a line.
  private static let timingBytes = 80

  /// The times in a line such as `00:01.500 --> 00:02.000 align:start`; `nil` if it has none.
  private static func times(in line: ArraySlice<UInt8>) -> ClosedRange<Double>? {
    guard line.contains(UInt8(ascii: ">")) else { return nil }
    let words = String(decoding: line.prefix(timingBytes), as: UTF8.self)
      .split { $0 == " " || $0 == "\t" }
    guard words.count >= 3, words[1] == "-->", let start = seconds(words[0]),
      let end = seconds(words[2]), start < end
    else { return nil }
    return start...end
  }

  /// Parses `mm:ss.ttt`, with optional hours.
  private static func seconds(_ text: Substring) -> Double? {
    let fields = text.split(separator: ":", omittingEmptySubsequences: false)
    let parts = (fields.last ?? "").split(separator: ".", omittingEmptySubsequences: false)
    guard (2...3).contains(fields.count), parts.count == 2, parts[1].count == 3 else { return nil }
    let numbers = (fields.dropLast() + parts).map { field in
      field.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int(field) : nil
    }
    var seconds = 0.0
    for number in numbers.dropLast() {
      guard let number, number < 100_000 else { return nil }
      seconds = seconds * 60 + Double(number)
    }
    guard let thousandths = numbers.last.flatMap({ $0 }) else { return nil }
    return seconds + Double(thousandths) / 1000
  }
}
