/// A set of small numbers, one bit each.
struct ItemSet: Hashable, Sendable {
  private var words: [UInt64] = []

  /// Whether a number is in the set.
  subscript(_ number: Int) -> Bool {
    get {
      let word = number >> 6
      return word < words.count && words[word] >> (number & 63) & 1 == 1
    }
    set {
      let word = number >> 6
      if word >= words.count {
        guard newValue else { return }
        words.append(contentsOf: repeatElement(0, count: word + 1 - words.count))
      }
      if newValue {
        words[word] |= 1 << (number & 63)
      } else {
        words[word] &= ~(1 << (number & 63))
      }
    }
  }
}
