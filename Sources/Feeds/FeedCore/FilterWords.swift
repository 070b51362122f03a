/// The words of a filter, separated by blanks or asterisks. An item has to have all of them, in any
/// order: as they stand, or put together from the beginnings of words that follow each other.
///
/// Case does not count. A letter without a mark stands for all with one, a letter with a mark for
/// itself.
package struct FilterWords: Hashable, Sendable {
  let words: [FilterWord]

  /// Takes what the user typed.
  package init(_ text: String) {
    let folded = Array(text.utf8).withUnsafeBufferPointer(FilterText.folding)
    words = folded.map(NaturalOrder.lowercased).split(whereSeparator: Self.isSeparator)
      .flatMap { Self.pieces(of: $0) }.map { FilterWord($0) }
  }

  /// Whether there is no word, which lets everything through.
  package var isEmpty: Bool { words.isEmpty }

  /// Whether there is no word in what the user typed.
  package static func isEmpty(_ text: String) -> Bool {
    text.unicodeScalars.allSatisfy { $0 == "*" || $0.properties.isWhitespace }
  }

  /// Whether all that this lets through is let through by another one, too.
  package func isNarrower(than other: FilterWords) -> Bool {
    other.words.allSatisfy { wide in
      words.contains { $0.bytes.starts(with: wide.bytes) }
    }
  }

  /// Whether a text has all words.
  ///
  /// - Parameter text: Any bytes.
  package func matches(_ text: some Collection<UInt8>) -> Bool {
    Array(text).withUnsafeBufferPointer(FilterText.folding).withUnsafeBufferPointer { text in
      words.allSatisfy { $0.isFound(in: text) }
    }
  }

  /// Whether a text has all words as they stand.
  ///
  /// - Parameter text: Prepared.
  func standsIn(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    words.allSatisfy { $0.isFound(in: text, isPlain: true) }
  }

  private static func isSeparator(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || byte == UInt8(ascii: "*") || (0x09...0x0D).contains(byte)
  }

  /// A word in pieces that are short enough, cut between letters.
  private static func pieces(of word: ArraySlice<UInt8>) -> [[UInt8]] {
    var pieces: [[UInt8]] = []
    var rest = word
    while rest.count > FilterWord.limit {
      var end = rest.startIndex + FilterWord.limit
      while end > rest.startIndex + 1, rest[end] & 0xC0 == 0x80 { end -= 1 }
      pieces.append(Array(rest[..<end]))
      rest = rest[end...]
    }
    return pieces + [Array(rest)]
  }
}
