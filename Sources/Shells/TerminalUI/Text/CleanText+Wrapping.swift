import CellGraphics
import Models

extension CleanText {
  /// Returns the text broken into lines of at most a number of columns: at spaces, and between the
  /// characters of scripts that are written without any (a part of UAX #14). What has no such place
  /// and is too long is cut.
  func wrapped(toColumns columns: Int) -> [CleanText] {
    guard columns > 0 else { return [] }
    var lines = LineBreaker(columns: columns)
    for character in string { lines.append(character) }
    return lines.finish()
  }
}

/// Breaks a text into lines, character by character.
private struct LineBreaker {
  /// A place where the line may be broken.
  private struct Opportunity {
    /// How many characters stay.
    var end: Int
    /// The first one of the next line, and the columns before it.
    var next: Int
    var columns: Int
  }

  private let columns: Int
  private var lines: [CleanText] = []
  private var line: [Character] = []
  private var width = 0
  private var opportunity: Opportunity?

  init(columns: Int) {
    self.columns = columns
  }

  mutating func append(_ character: Character) {
    if character == " " {
      // Of several spaces one counts, and none at the beginning.
      guard let last = line.last, last != " " else { return }
      line.append(character)
      width += 1
      opportunity = Opportunity(end: line.count - 1, next: line.count, columns: width)
      return
    }
    if let last = line.last, last != " ", character.mayFollowABreak(after: last) {
      opportunity = Opportunity(end: line.count, next: line.count, columns: width)
    }
    let own = character.displayWidth
    while width + own > columns, !line.isEmpty { breakLine() }
    line.append(character)
    width += own
  }

  mutating func finish() -> [CleanText] {
    if line.last == " " { line.removeLast() }
    if !line.isEmpty { lines.append(CleanText(String(line))) }
    return lines
  }

  private mutating func breakLine() {
    let place = opportunity ?? Opportunity(end: line.count, next: line.count, columns: width)
    lines.append(CleanText(String(line[..<place.end])))
    line.removeFirst(place.next)
    width -= place.columns
    opportunity = nil
  }
}

extension Character {
  /// Whether a line may end before this character without a space: next to an ideograph, a syllable
  /// or an emoji, unless punctuation belongs to it.
  fileprivate func mayFollowABreak(after last: Character) -> Bool {
    guard displayWidth == 2 || last.displayWidth == 2 else { return false }
    return !Self.closing.contains(self) && !Self.opening.contains(last)
  }

  /// What may not begin a line: classes CL, CP, EX, IS, NS and CJ, as far as they are common.
  private static let closing = Set(
    "、。，．・：；！？）］｝〉》」』】〕〗〙〟’”％…‥ー々ぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮヵヶ,.!?:;)]}%'\"")

  /// What may not end one: class OP.
  private static let opening = Set("（［｛〈《「『【〔〖〘〝‘“([{")
}
