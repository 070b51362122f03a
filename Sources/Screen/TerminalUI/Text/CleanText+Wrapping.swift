import Graphics
import Models

extension CleanText {
  /// Returns the text broken into lines of at most a number of columns: at spaces, and between the
  /// characters of scripts that are written without any (a part of UAX #14). What has no such place
  /// and is too long is broken where names are made of parts: behind `_`, `-`, `.` and `/`, and before
  /// capitals; or if there is no such place either, cut. A no-break space keeps words together.
  func wrapped(toColumns columns: Int) -> [CleanText] {
    guard columns > 0 else { return [] }
    var lines = LineBreaker(columns: columns)
    for character in string { lines.append(character) }
    return lines.finish()
  }

  /// Returns the text in at most so many lines, an ellipsis in place of its middle if need be.
  func wrapped(toColumns columns: Int, rows: Int) -> [CleanText] {
    var lines = wrapped(toColumns: columns)
    var width = min(columns * rows, displayWidth)
    while lines.count > rows, width > 1 {
      lines = fittedAtBothEnds(toColumns: width).wrapped(toColumns: columns)
      width -= 1
    }
    return Array(lines.prefix(rows))
  }

  /// The text, or as much of its beginning and of its end as fits a number of columns, with an
  /// ellipsis between them.
  func fittedAtBothEnds(toColumns columns: Int) -> CleanText {
    guard displayWidth > columns else { return self }
    guard columns > 0 else { return "" }
    var (head, tail) = (string.startIndex, string.endIndex)
    var room = columns - 1
    while head < tail {
      let last = string.index(before: tail)
      // The end tells more of a path.
      let takesTail =
        string.distance(from: tail, to: string.endIndex)
        <= string.distance(from: string.startIndex, to: head)
      room -= (takesTail ? string[last] : string[head]).displayWidth
      guard room >= 0 else { break }
      if takesTail { tail = last } else { head = string.index(after: head) }
    }
    return CleanText("\(string[..<head])\u{2026}\(string[tail...])")
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

    /// The place in the line that begins at another one.
    func moved(_ start: Opportunity) -> Opportunity {
      Opportunity(
        end: end - start.next, next: next - start.next, columns: columns - start.columns)
    }
  }

  private let columns: Int
  private var lines: [CleanText] = []
  private var line: [Character] = []
  private var width = 0
  private var opportunity: Opportunity?
  /// Where a word may be broken if it has to be.
  private var joint: Opportunity?

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
    if let last = line.last, character.mayBeginAPart(after: last) {
      joint = Opportunity(end: line.count, next: line.count, columns: width)
    }
    let own = character.displayWidth
    while width + own > columns, !line.isEmpty { breakLine() }
    line.append(character == "\u{A0}" ? " " : character)
    width += own
  }

  mutating func finish() -> [CleanText] {
    if line.last == " " { line.removeLast() }
    if !line.isEmpty { lines.append(CleanText(String(line))) }
    return lines
  }

  private mutating func breakLine() {
    let place =
      opportunity ?? joint ?? Opportunity(end: line.count, next: line.count, columns: width)
    lines.append(CleanText(String(line[..<place.end])))
    line.removeFirst(place.next)
    width -= place.columns
    (opportunity, joint) = (nil, joint.flatMap { $0.end > place.next ? $0.moved(place) : nil })
  }
}

extension Character {
  /// Whether a line may end before this character without a space: next to an ideograph, a syllable
  /// or an emoji, unless punctuation belongs to it.
  fileprivate func mayFollowABreak(after last: Character) -> Bool {
    guard displayWidth == 2 || last.displayWidth == 2 else { return false }
    return !Self.closing.contains(self) && !Self.opening.contains(last)
  }

  /// Whether a name has a joint before this character.
  fileprivate func mayBeginAPart(after last: Character) -> Bool {
    if Self.joints.contains(last) { return !Self.joints.contains(self) && self != " " }
    return isUppercase && (last.isLowercase || last.isNumber)
  }

  private static let joints: Set<Character> = ["_", "-", ".", "/"]

  /// What may not begin a line: classes CL, CP, EX, IS, NS and CJ, as far as they are common.
  private static let closing = Set(
    "、。，．・：；！？）］｝〉》」』】〕〗〙〟’”％…‥ー々ぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮヵヶ,.!?:;)]}%'\"")

  /// What may not end one: class OP.
  private static let opening = Set("（［｛〈《「『【〔〖〘〝‘“([{")
}
