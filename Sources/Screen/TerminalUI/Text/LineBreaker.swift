import Graphics

/// Breaks a text into lines, letter by letter: characters, each with a style.
struct LineBreaker<Style> {
  /// A possible line break.
  private struct Opportunity {
    /// How many characters stay.
    var end: Int
    /// The first character of the next line, and the columns before it.
    var next: Int
    var columns: Int

    /// The position in the line that starts at another one.
    func moved(_ start: Opportunity) -> Opportunity {
      Opportunity(
        end: end - start.next, next: next - start.next, columns: columns - start.columns)
    }
  }

  private let columns: Int
  private let isAtSpaces: Bool
  private var lines: [[(Character, Style)]] = []
  private var line: [(Character, Style)] = []
  private var width = 0
  private var opportunity: Opportunity?
  /// Where a word may be broken if necessary.
  private var joint: Opportunity?

  /// - Parameters:
  ///   - columns: The maximum columns of a line, at least 1.
  ///   - isAtSpaces: Whether lines break only at spaces, and long words anywhere.
  init(columns: Int, isAtSpaces: Bool = false) {
    self.columns = columns
    self.isAtSpaces = isAtSpaces
  }

  mutating func append(_ character: Character, _ style: Style) {
    let last = line.last?.0
    if character == " " {
      // Of several spaces one counts, and none at the start.
      guard let last, last != " " else { return }
      line.append((character, style))
      width += 1
      opportunity = Opportunity(end: line.count - 1, next: line.count, columns: width)
      return
    }
    if let last, !isAtSpaces {
      let here = Opportunity(end: line.count, next: line.count, columns: width)
      if last != " ", character.mayFollowABreak(after: last) { opportunity = here }
      if character.mayBeginAPart(after: last) { joint = here }
    }
    let own = character.displayWidth
    while width + own > columns, !line.isEmpty { breakLine() }
    line.append((character == "\u{A0}" ? " " : character, style))
    width += own
  }

  mutating func finish() -> [[(Character, Style)]] {
    if line.last?.0 == " " { line.removeLast() }
    if !line.isEmpty { lines.append(line) }
    return lines
  }

  private mutating func breakLine() {
    let place =
      opportunity ?? joint ?? Opportunity(end: line.count, next: line.count, columns: width)
    lines.append(Array(line[..<place.end]))
    line.removeFirst(place.next)
    width -= place.columns
    (opportunity, joint) = (nil, joint.flatMap { $0.end > place.next ? $0.moved(place) : nil })
  }
}

extension Character {
  /// Whether a line may break before this character without a space: next to an ideograph, a
  /// syllable or an emoji, unless punctuation belongs to it.
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

  /// Characters that may not start a line: classes CL, CP, EX, IS, NS and CJ, the common ones.
  private static let closing = Set(
    "、。，．・：；！？）］｝〉》」』】〕〗〙〟’”％…‥ー々ぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮヵヶ,.!?:;)]}%'\"")

  /// Characters that may not end a line: class OP.
  private static let opening = Set("（［｛〈《「『【〔〖〘〝‘“([{")
}
