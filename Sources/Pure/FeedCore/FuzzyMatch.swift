/// The letters of a filter, which are to be found in a text in this order, with anything between.
///
/// Case does not count, by Unicode's simple rules; nor do spaces in what was typed. Texts are matched
/// as bytes that are folded already where they are not ASCII, so that a hundred thousand names take a
/// few milliseconds.
package struct FuzzyMatch: Hashable, Sendable {
  /// The letters one after the other, as UTF-8.
  private let bytes: [UInt8]
  /// Where each letter ends in `bytes`.
  private let ends: [Int]

  /// Takes what the user typed.
  package init(_ text: String) {
    var bytes: [UInt8] = []
    var ends: [Int] = []
    for scalar in text.lowercased().unicodeScalars where !scalar.properties.isWhitespace {
      bytes.append(contentsOf: Array(String(scalar).utf8))
      ends.append(bytes.count)
    }
    self.bytes = bytes
    self.ends = ends
  }

  /// How many letters there are; a text without any lets everything through.
  package var count: Int { ends.count }

  /// Whether all that this lets through is let through by another one, too.
  package func isNarrower(than other: FuzzyMatch) -> Bool {
    ends.starts(with: other.ends) && bytes.starts(with: other.bytes)
  }

  /// Looks for letters in a piece of a text.
  ///
  /// - Parameters:
  ///   - found: How many letters were found in the pieces before.
  ///   - text: Valid or invalid UTF-8. Letters that are not ASCII have to be in lower case.
  /// - Returns: How many letters have been found by the piece's end; `count` is a match.
  package func found(after found: Int, in text: UnsafeBufferPointer<UInt8>) -> Int {
    var found = found
    var index = 0
    while found < ends.count {
      let start = found == 0 ? 0 : ends[found - 1]
      let length = ends[found] - start
      // A letter's bytes never stand within those of others: UTF-8 synchronises itself.
      while true {
        guard index + length <= text.count else { return found }
        if matches(text, at: index, from: start, length: length) { break }
        index += 1
      }
      index += length
      found += 1
    }
    return found
  }

  /// Whether a text has all letters.
  ///
  /// - Parameter text: Any bytes, folded or not.
  package func matches(_ text: some Collection<UInt8>) -> Bool {
    Array(text).withUnsafeBufferPointer { text in
      NaturalOrder.folding(text).withUnsafeBufferPointer { found(after: 0, in: $0) == count }
    }
  }

  private func matches(
    _ text: UnsafeBufferPointer<UInt8>, at index: Int, from start: Int, length: Int
  ) -> Bool {
    guard NaturalOrder.lowercased(text[index]) == bytes[start] else { return false }
    for offset in 1..<max(length, 1) where text[index + offset] != bytes[start + offset] {
      return false
    }
    return true
  }
}
