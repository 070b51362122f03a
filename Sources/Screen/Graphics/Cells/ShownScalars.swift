import Models

extension CleanText {
  /// The text as shown in cells, from left to right: the one rule for measuring and drawing text,
  /// over the frame and beside it (docs/decisions/screen-text.md).
  ///
  /// A cell holds one scalar, because terminals agree on the width of a scalar but not of a
  /// sequence: they differ in combining marks, joiners and variation selectors. So a character
  /// shows its first scalar, composed with its marks where Unicode has such a form; a flag shows
  /// its two letters, and a character without width shows nothing.
  package var shownScalars: some Sequence<Unicode.Scalar> {
    string.lazy.flatMap { $0.shownScalars }
  }
}

extension Character {
  /// The character as shown in cells; see `CleanText.shownScalars`.
  var shownScalars: some Sequence<Unicode.Scalar> {
    guard let first = unicodeScalars.first else { return ShownScalars() }
    guard unicodeScalars.dropFirst().first != nil else { return ShownScalars(first.letterOfFlag) }
    guard first.isRegionalIndicator else { return ShownScalars(first.composed(with: self)) }
    let letters = unicodeScalars.prefix(2).filter(\.isRegionalIndicator)
    return ShownScalars(letters.first?.letterOfFlag, letters.dropFirst().first?.letterOfFlag)
  }
}

/// At most two scalars, without allocation.
private struct ShownScalars: Sequence, IteratorProtocol {
  private var first: Unicode.Scalar?
  private var second: Unicode.Scalar?

  init(_ first: Unicode.Scalar? = nil, _ second: Unicode.Scalar? = nil) {
    self.first = first.flatMap { $0.displayWidth > 0 ? $0 : nil }
    self.second = second
  }

  mutating func next() -> Unicode.Scalar? {
    defer {
      first = second
      second = nil
    }
    return first
  }
}

extension Unicode.Scalar {
  /// The letter of a regional indicator; any other scalar itself.
  fileprivate var letterOfFlag: Unicode.Scalar {
    // U+1F1E6 is the indicator of the letter A.
    isRegionalIndicator ? Unicode.Scalar(UInt8(value - 0x1F1E6 + 0x41)) : self
  }

  /// The scalar composed with as many of a character's other scalars as possible.
  ///
  /// File names from some systems are decomposed (Unicode normalisation form D): without this, a
  /// Korean name would show only the first letter of each syllable.
  fileprivate func composed(with character: Character) -> Unicode.Scalar {
    var result = self
    // No composed form has more than three marks; a letter may carry any number.
    for mark in character.unicodeScalars.dropFirst().prefix(3) {
      result = result.composedHangul(with: mark) ?? CanonicalForms.composed(result, mark) ?? result
    }
    return result
  }

  /// A Hangul syllable followed by a vowel or a final consonant (Unicode 15.0, 3.12).
  private func composedHangul(with next: Unicode.Scalar) -> Unicode.Scalar? {
    if (0x1100...0x1112).contains(value), (0x1161...0x1175).contains(next.value) {
      return Unicode.Scalar(0xAC00 + ((value - 0x1100) * 21 + next.value - 0x1161) * 28)
    }
    let isOpen = (0xAC00...0xD7A3).contains(value) && (value - 0xAC00) % 28 == 0
    guard isOpen, (0x11A8...0x11C2).contains(next.value) else { return nil }
    return Unicode.Scalar(value + next.value - 0x11A7)
  }
}

/// The composed forms of letters with marks, found by canonical equivalence, which character
/// comparison uses.
private enum CanonicalForms {
  static func composed(_ letter: Unicode.Scalar, _ mark: Unicode.Scalar) -> Unicode.Scalar? {
    guard marks.contains(where: { $0.contains(mark.value) }) else { return nil }
    var pair = String.UnicodeScalarView()
    pair.append(letter)
    pair.append(mark)
    let text = String(pair)
    guard let character = text.first, text.count == 1 else { return nil }
    return forms[character]
  }

  /// The marks in composed forms: others need no look-up.
  private static let marks: [ClosedRange<UInt32>] = [
    0x300...0x345, 0x653...0x655, 0x93C...0x93C, 0x3099...0x309A,
  ]

  /// Latin, Greek, Cyrillic, Arabic, Devanagari and kana.
  private static let forms: [Character: Unicode.Scalar] = {
    let ranges: [ClosedRange<UInt32>] = [
      0xC0...0x24F, 0x370...0x4FF, 0x622...0x626, 0x6C0...0x6D3, 0x929...0x934, 0x1E00...0x1FFF,
      0x3040...0x30FF,
    ]
    var forms: [Character: Unicode.Scalar] = [:]
    for value in ranges.joined() {
      guard let scalar = Unicode.Scalar(value) else { continue }
      // Of several for the same letter, the first is the one in use.
      if forms[Character(scalar)] == nil { forms[Character(scalar)] = scalar }
    }
    return forms
  }()
}
