/// The words and conditions of a filter, separated by blanks or asterisks. An item has to match all
/// of them, in any order.
///
/// Words match literally, or combined from the beginnings of consecutive words. Case is ignored. A
/// letter without a mark also matches marked ones, a marked letter only itself.
package struct FilterQuery: Hashable, Sendable {
  let words: [FilterWord]
  package let conditions: Set<Condition>
  /// The first condition with a value that it does not take; nothing matches then.
  package let invalid: String?

  /// Parses what the user typed.
  ///
  /// - Parameter takesConditions: Whether words such as `is:liked` are conditions.
  package init(_ text: String, takesConditions: Bool = true) {
    var words: [FilterWord] = []
    var conditions: Set<Condition> = []
    var invalid: String?
    for word in Self.split(text) {
      let text = String(decoding: word, as: UTF8.self)
      switch takesConditions ? ConditionText(text) : nil {
      case .condition(let condition): conditions.insert(condition)
      case .incomplete: break
      case .invalid: invalid = invalid ?? text
      case nil: words += Self.pieces(of: word).map { FilterWord($0) }
      }
    }
    (self.words, self.conditions, self.invalid) = (words, conditions, invalid)
  }

  /// The first condition that lacks its value, as `rated:` does; whoever types it is not done. `nil` if
  /// there is none.
  package static func unfinished(in text: String) -> String? {
    split(text).map { String(decoding: $0, as: UTF8.self) }.first {
      if case .incomplete = ConditionText($0) { true } else { false }
    }
  }

  private static func split(_ text: String) -> [ArraySlice<UInt8>] {
    Array(text.utf8).withUnsafeBufferPointer(FilterText.folding).map(NaturalOrder.lowercased)
      .split(whereSeparator: isSeparator)
  }

  /// Whether there is nothing to match, so that everything does.
  package var isEmpty: Bool { words.isEmpty && conditions.isEmpty && invalid == nil }

  /// Where the facts for the conditions come from.
  package var needs: FactNeeds {
    conditions.reduce(into: FactNeeds()) { $0.formUnion($1.needs) }
  }

  package func accepts(_ facts: KnownFacts) -> Bool { conditions.allSatisfy { $0.accepts(facts) } }

  /// Whether everything this matches is also matched by another filter.
  package func isNarrower(than other: FilterQuery) -> Bool {
    other.invalid == nil && conditions.isSuperset(of: other.conditions)
      && other.words.allSatisfy { wide in
        words.contains { $0.bytes.starts(with: wide.bytes) }
      }
  }

  /// Whether a text matches all words, whatever the conditions.
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
