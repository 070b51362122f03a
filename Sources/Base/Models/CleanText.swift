/// Text that is safe to put on a terminal, whatever it was made of.
///
/// File names, titles, codec names and messages come from outside and may hold escape sequences or
/// invisible characters that reorder what follows. Only cleaned text reaches a view. Cleaning is
/// idempotent.
package struct CleanText: Hashable, Sendable {
  /// The cleaned text: one line, no control, format or unassigned direction characters.
  package let string: String

  /// Cleans a string.
  package init(_ string: String) {
    // Most names are plain ASCII, and looking up categories is most of what a large folder costs.
    guard !string.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) else {
      self.string = string
      return
    }
    var cleaned = String.UnicodeScalarView()
    for scalar in string.unicodeScalars {
      cleaned.append(Self.isHarmless(scalar) ? scalar : Self.replacement)
    }
    self.string = String(cleaned)
  }

  /// Decodes bytes as UTF-8, each invalid part becoming U+FFFD, and cleans the result.
  package init(bytes: some Collection<UInt8>) {
    self.init(String(decoding: bytes, as: UTF8.self))
  }

  /// Whether there is nothing to show.
  package var isEmpty: Bool { string.isEmpty }

  /// U+FFFD REPLACEMENT CHARACTER, shown for each character taken away, so that two names that
  /// differ do not look alike by accident.
  private static let replacement: Unicode.Scalar = "\u{FFFD}"

  private static func isHarmless(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse: false
    // Joiners build emoji and Indic clusters; every other format character is invisible or
    // reorders its neighbours (UAX #9 overrides and isolates).
    case .format: scalar == "\u{200D}" || scalar == "\u{200C}"
    default: true
    }
  }
}

extension CleanText: ExpressibleByStringInterpolation {
  /// Cleans a literal, with whatever was interpolated into it.
  package init(stringLiteral value: String) {
    self.init(value)
  }
}

extension CleanText: CustomStringConvertible {
  package var description: String { string }
}
