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
  /// a percent toast. A text without arguments is left as it is.
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
      let directive = rest.popFirst()
      if directive == "%" {
        text.append("%")
        continue
      }
      var place = next
      if directive == "s" {
        next += 1
      } else {
        guard let digit = directive, ("1"..."9").contains(digit), rest.popFirst() == "$",
          rest.popFirst() == "s"
        else { return nil }
        place = Int(digit.value - 0x31)
      }
      let hasNumber = directive != "s"
      guard isNumbered ?? hasNumber == hasNumber, arguments.indices.contains(place) else {
        return nil
      }
      isNumbered = hasNumber
      places.insert(place)
      text.append(contentsOf: arguments[place].unicodeScalars)
    }
    return mayOmit || places.count == arguments.count ? String(text) : nil
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
