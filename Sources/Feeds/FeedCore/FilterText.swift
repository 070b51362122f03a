import Platform

/// Texts as compared by filters, and the classes of their bytes.
///
/// Letters are decomposed (Unicode's normalisation form D), so that both spellings of a letter are
/// the same, and marks can be skipped. ASCII is left as it is: capitals show where words begin.
enum FilterText {
  /// What decides whether a word begins.
  enum LetterClass: UInt8, CaseIterable {
    case separator
    case small
    case capital
    case digit
  }

  /// Prepares a text. Invalid UTF-8 is left as it is.
  static func folding(_ text: UnsafeBufferPointer<UInt8>) -> [UInt8] {
    guard text.contains(where: { $0 >= 0x80 }), let scalars = Decomposition.scalars(of: text) else {
      return Array(text)
    }
    var folded: [UInt8] = []
    folded.reserveCapacity(text.count + text.count / 2)
    for scalar in scalars {
      if scalar.isASCII {
        folded.append(UInt8(truncatingIfNeeded: scalar.value))
      } else {
        append(scalar, to: &folded)
      }
    }
    return folded
  }

  private static func append(_ scalar: Unicode.Scalar, to folded: inout [UInt8]) {
    let properties = scalar.properties
    if properties.isWhitespace {
      folded.append(UInt8(ascii: " "))
    } else if properties.generalCategory == .dashPunctuation {
      folded.append(UInt8(ascii: "-"))
    } else {
      let small = properties.changesWhenLowercased ? properties.lowercaseMapping : String(scalar)
      folded.append(contentsOf: (strokes[small] ?? small).utf8)
    }
  }

  /// Letters with strokes that Unicode does not count as marks, and a lower-case letter with two
  /// forms.
  private static let strokes = [
    "ø": "o\u{338}", "ł": "l\u{335}", "đ": "d\u{335}", "ħ": "h\u{335}", "ŧ": "t\u{335}",
    "ς": "σ",
  ]

  /// The length in bytes of the mark at the start of a prepared text; `nil` if there is none.
  ///
  /// Covers the marks of Latin, Greek and Cyrillic letters (U+0300 to U+036F) and of kana (U+3099,
  /// U+309A).
  static func markLength(in text: UnsafeBufferPointer<UInt8>, at index: Int) -> Int? {
    func byte(_ offset: Int) -> UInt8 {
      index + offset < text.count ? text[index + offset] : 0
    }
    switch text[index] {
    case 0xCC where (0x80...0xBF).contains(byte(1)): return 2
    case 0xCD where (0x80...0xAF).contains(byte(1)): return 2
    case 0xE3 where byte(1) == 0x82 && (0x99...0x9A).contains(byte(2)): return 3
    default: return nil
    }
  }

  /// The class of each byte. All non-ASCII bytes count as lower-case letters, including those
  /// within a character.
  static let classes: [UInt8] = (0...UInt8.max).map { byte in
    let letterClass: LetterClass =
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): .digit
      case UInt8(ascii: "A")...UInt8(ascii: "Z"): .capital
      case UInt8(ascii: "a")...UInt8(ascii: "z"), 0x80...: .small
      default: .separator
      }
    return letterClass.rawValue
  }

  /// Whether a word begins with a letter: after anything but letters and digits, where digits begin
  /// or end, and with a capital after a lower-case letter.
  static func isStart(_ letter: LetterClass, after last: LetterClass) -> Bool {
    guard letter != .separator, last != .separator else { return letter != .separator }
    return (letter == .digit) != (last == .digit) || letter == .capital && last == .small
  }

  /// `isStart`, one bit for each pair of classes.
  static let starts: UInt32 = {
    var starts: UInt32 = 0
    for last in LetterClass.allCases {
      for next in LetterClass.allCases where isStart(next, after: last) {
        starts |= 1 << UInt32(last.rawValue << 2 | next.rawValue)
      }
    }
    return starts
  }()
}
