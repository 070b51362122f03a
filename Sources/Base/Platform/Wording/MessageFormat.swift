/// Inserts arguments into texts.
///
/// A translation comes from an untrusted file: an invalid one is ignored.
enum MessageFormat {
  /// The translation with its arguments, or the English text if there is no usable translation.
  ///
  /// - Parameters:
  ///   - english: The original text.
  ///   - translation: The catalogue's translation.
  ///   - arguments: The replacements of the directives.
  ///   - mayOmit: Whether the text may omit arguments.
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

  /// Replaces each `%s` with the next argument, or each `%1$s` with the argument of that number;
  /// `%%` is a percent sign. A text without arguments is returned unchanged.
  ///
  /// - Returns: `nil` for any other directive, a directive without an argument, both kinds in one
  ///   text, or an unused argument, unless it may be omitted.
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

  /// Whether a translation contains only plain text for a terminal; line breaks are allowed only if
  /// the English text has some.
  static func isClean(_ translation: String, like english: String) -> Bool {
    let mayBreak = english.utf8.contains(0x0A)
    return translation.unicodeScalars.allSatisfy { scalar in
      scalar.isHarmless && scalar != "\u{FFFD}" || mayBreak && scalar == "\n"
    }
  }
}
