import MediaCore
import Models
import TestSupport
import Testing

/// Whatever bytes come, what is made of them is bounded and clean.
///
/// - Parameters:
///   - pieces: What the bytes are put together from.
///   - read: What makes lines of them.
func expectBoundedSubtitles(
  of pieces: [String], read: ([UInt8]) -> [StyledText],
  sourceLocation: SourceLocation = #_sourceLocation
) {
  let seed = Fuzz.seed
  var generator = SeededGenerator(seed: seed)
  let broken: [[UInt8]] = [[0x1B], [0xFF], [0], [0xE2, 0x80], Array("\u{202E}".utf8)]
  let pieces = pieces.map { Array($0.utf8) } + broken
  for _ in 0..<500 {
    let bytes = (0..<Int.random(in: 0..<60, using: &generator)).flatMap { _ in
      pieces[Int.random(in: 0..<pieces.count, using: &generator)]
    }
    let result = read(bytes)
    #expect(
      result.count <= CueLines.lineLimit, "seed \(seed)", sourceLocation: sourceLocation)
    for line in result {
      let isNormal =
        !line.isEmpty && line.spans.allSatisfy { !$0.text.isEmpty }
        && zip(line.spans, line.spans.dropFirst()).allSatisfy { $0.style != $1.style }
      let isClean = line.spans.allSatisfy { $0.text == CleanText($0.text.string) }
      let isBounded = line.string.unicodeScalars.count <= CueLines.lengthLimit + 1
      let isTrimmed = line.string.first != " " && line.string.last != " "
      #expect(
        isNormal && isClean && isBounded && isTrimmed, "seed \(seed): \(line)",
        sourceLocation: sourceLocation)
    }
  }
}

let bold = TextStyle(isBold: true)
let italic = TextStyle(isItalic: true)

/// A line of parts and their styles.
func styled(_ parts: (CleanText, TextStyle)...) -> StyledText {
  StyledText(parts.map { StyledText.Span($0.0, $0.1) })
}
