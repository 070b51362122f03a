import Graphics

/// Breaks a text into lines, letter by letter: characters, each with how it looks.
struct LineBreaker<Style> {
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
  private let isAtSpaces: Bool
  private var lines: [[(Character, Style)]] = []
  private var line: [(Character, Style)] = []
  private var width = 0
  private var opportunity: Opportunity?
  /// Where a word may be broken if it has to be.
  private var joint: Opportunity?

  /// - Parameters:
  ///   - columns: The most columns of a line, at least 1.
  ///   - isAtSpaces: Whether lines end at spaces alone, and words that are too long anywhere.
  init(columns: Int, isAtSpaces: Bool = false) {
    self.columns = columns
    self.isAtSpaces = isAtSpaces
  }

  mutating func append(_ character: Character, _ style: Style) {
    let last = line.last?.0
    if character == " " {
      // Of several spaces one counts, and none at the beginning.
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
