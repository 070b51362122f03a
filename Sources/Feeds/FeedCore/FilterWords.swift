/// The words of a filter, separated by blanks or asterisks. An item has to match all of them, in
/// any order: literally, or combined from the beginnings of consecutive words.
///
/// Case is ignored. A letter without a mark also matches marked ones, a marked letter only itself.
package struct FilterWords: Hashable, Sendable {
  let words: [FilterWord]

  /// Parses what the user typed.
  package init(_ text: String) {
    let folded = Array(text.utf8).withUnsafeBufferPointer(FilterText.folding)
    words = folded.map(NaturalOrder.lowercased).split(whereSeparator: Self.isSeparator)
      .flatMap { Self.pieces(of: $0) }.map { FilterWord($0) }
  }

  /// Whether there are no words, so that everything matches.
  package var isEmpty: Bool { words.isEmpty }

  /// Whether the user typed no words.
  package static func isEmpty(_ text: String) -> Bool {
    text.unicodeScalars.allSatisfy { $0 == "*" || $0.properties.isWhitespace }
  }

  /// Whether everything this matches is also matched by another filter.
  package func isNarrower(than other: FilterWords) -> Bool {
    other.words.allSatisfy { wide in
      words.contains { $0.bytes.starts(with: wide.bytes) }
    }
  }

  /// Whether a text matches all words.
  ///
  /// - Parameter text: Any bytes.
  package func matches(_ text: some Collection<UInt8>) -> Bool {
    Array(text).withUnsafeBufferPointer(FilterText.folding).withUnsafeBufferPointer { text in
      words.allSatisfy { $0.isFound(in: text) }
    }
  }

  /// Whether a text contains all words literally.
  ///
  /// - Parameter text: Prepared.
  func standsIn(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    words.allSatisfy { $0.isFound(in: text, isPlain: true) }
  }

  private static func isSeparator(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || byte == UInt8(ascii: "*") || (0x09...0x0D).contains(byte)
  }

  /// A word split into pieces that are short enough, between letters.
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
