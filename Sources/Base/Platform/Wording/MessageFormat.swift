/// Puts arguments into texts.
///
/// A translation comes from a file that anybody may have written: what is not sound in it is as if it
/// were not there.
enum MessageFormat {
  /// The translation with its arguments, or the English text where there is none that can be used.
  ///
  /// - Parameters:
  ///   - english: The text as the program has it.
  ///   - translation: What a catalogue has for it.
  ///   - arguments: What takes the place of the directives.
  ///   - mayOmit: Whether not all of them need a place.
  static func text(
    _ english: String, translation: String?, arguments: [String], mayOmit: Bool = false
  ) -> String {
    if let translation, isClean(translation, like: english),
      let text = substituted(arguments, into: translation, mayOmit: mayOmit)
    {
      return text
    }
    return substituted(arguments, into: english, mayOmit: mayOmit) ?? english
  }

  /// Puts arguments in the place of `%s`, one after the other, or of `%1$s`, by their numbers; `%%` is
  /// a percent sign. A text without arguments is left as it is.
  ///
  /// - Returns: `nil` for any other directive, one without an argument, both kinds in one text, and an
  ///   argument without a place, unless it may be left out.
  static func substituted(
    _ arguments: [String], into format: String, mayOmit: Bool = false
  ) -> String? {
    guard !arguments.isEmpty else { return format }
    var text = String.UnicodeScalarView()
    var rest = format.unicodeScalars[...]
    var places: Set<Int> = []
    var next = 0
    var isNumbered: Bool?
    while let scalar = rest.popFirst() {
      guard scalar == "%" else {
        text.append(scalar)
        continue
      }
      guard let directive = directive(&rest) else { return nil }
      var place = next
      switch directive {
      case .percent:
        text.append("%")
        continue
      case .next: next += 1
      case .numbered(let number): place = number - 1
      }
      let hasNumber = directive != .next
      guard isNumbered ?? hasNumber == hasNumber, arguments.indices.contains(place) else {
        return nil
      }
      isNumbered = hasNumber
      places.insert(place)
      text.append(contentsOf: arguments[place].unicodeScalars)
    }
    return mayOmit || places.count == arguments.count ? String(text) : nil
  }

  private enum Directive: Hashable {
    case percent
    case next
    case numbered(Int)
  }

  /// Reads what stands behind a percent sign.
  private static func directive(_ rest: inout Substring.UnicodeScalarView) -> Directive? {
    switch rest.popFirst() {
    case "%": return .percent
    case "s": return .next
    case let digit? where ("1"..."9").contains(digit):
      guard rest.popFirst() == "$", rest.popFirst() == "s" else { return nil }
      return .numbered(Int(digit.value - 0x30))
    default: return nil
    }
  }

  /// Whether a translation has nothing in it that a terminal might take for more than text; line
  /// breaks only where the English text has some.
  static func isClean(_ translation: String, like english: String) -> Bool {
    let mayBreak = english.utf8.contains(0x0A)
    return translation.unicodeScalars.allSatisfy { scalar in
      scalar.isHarmless && scalar != "\u{FFFD}" || mayBreak && scalar == "\n"
    }
  }
}
