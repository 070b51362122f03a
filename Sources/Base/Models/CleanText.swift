import Platform

/// Text that is safe to write to a terminal, whatever its origin.
///
/// File names, titles, codec names and messages come from outside and may contain escape sequences
/// or invisible characters that reorder text. Only cleaned text reaches a view. Cleaning is
/// idempotent.
package struct CleanText: Hashable, Sendable {
  /// The cleaned text: one line, no control, format, private or unassigned characters.
  package let string: String

  package init(_ string: String) {
    // Most names are plain ASCII, and category lookups dominate the cost of a large folder.
    guard !string.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) else {
      self.string = string
      return
    }
    guard !string.unicodeScalars.allSatisfy(\.isHarmless) else {
      self.string = string
      return
    }
    var cleaned = String.UnicodeScalarView()
    for scalar in string.unicodeScalars {
      cleaned.append(scalar.isHarmless ? scalar : Self.replacement)
    }
    self.string = String(cleaned)
  }

  /// Decodes bytes as UTF-8, replaces each invalid part with U+FFFD, and cleans the result.
  package init(bytes: some Collection<UInt8>) {
    self.init(String(decoding: bytes, as: UTF8.self))
  }

  /// Decodes bytes as UTF-8 and cleans at most `limit` characters; an ellipsis replaces the rest.
  ///
  /// Line breaks and tabs become spaces. Characters are counted as Unicode scalars, because a
  /// letter may carry any number of accents.
  ///
  /// - Parameters:
  ///   - bytes: Text of any length.
  ///   - limit: The number of characters to keep.
  package init(bytes: some Collection<UInt8>, limit: Int) {
    let limit = max(limit, 0)
    // No character takes more than four bytes.
    let decoded = String(decoding: bytes.prefix(limit * 4 + 4), as: UTF8.self)
    let isCut = decoded.unicodeScalars.dropFirst(limit).first != nil
    var kept = String.UnicodeScalarView()
    for scalar in decoded.unicodeScalars.prefix(limit) {
      kept.append(Self.isSpacing(scalar) ? " " : scalar)
    }
    let text = String(String(kept).trimming { $0 == " " })
    self.init(isCut ? text + "…" : text)
  }

  package var isEmpty: Bool { string.isEmpty }

  /// U+FFFD REPLACEMENT CHARACTER, shown for each removed character, so that different names do not
  /// look alike by accident.
  private static let replacement: Unicode.Scalar = "\u{FFFD}"

  /// Whether a character ends a line or moves ahead in it; in single-line text it becomes a space.
  package static func isSpacing(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "\t", "\n", "\r", "\u{2028}", "\u{2029}": true
    default: false
    }
  }
}

extension CleanText: ExpressibleByStringInterpolation {
  /// Cleans a literal, including anything interpolated into it.
  package init(stringLiteral value: String) {
    self.init(value)
  }
}

extension CleanText: CustomStringConvertible {
  package var description: String { string }
}
