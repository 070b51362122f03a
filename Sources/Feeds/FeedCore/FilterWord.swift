/// One word of a filter: found in a text literally, or combined from the beginnings of consecutive
/// words (docs/decisions/feed-filter.md).
///
/// A text is read once, byte by byte. The prefixes of the word that end at a byte are the bits of a
/// number (the shift-and method of Baeza-Yates and Gonnet, "A new approach to text searching",
/// 1992); a second number holds the combined prefixes, whose next part may follow where the next
/// word begins.
struct FilterWord: Hashable, Sendable {
  /// The progress of a match through the pieces of a text.
  struct Progress: Sendable {
    fileprivate var plain: UInt64 = 0
    fileprivate var joined: UInt64 = 0
    /// Combined prefixes that end anywhere in the current word.
    fileprivate var reached: UInt64 = 0
    fileprivate var last = FilterText.LetterClass.separator.rawValue
    fileprivate(set) var isFound = false
  }

  /// The word as prepared UTF-8, in lower case.
  let bytes: [UInt8]
  /// For each byte, where it occurs in the word.
  private let places: [UInt64]
  private let classes: [UInt8]
  /// The offsets where a further part may begin: numbers are not split.
  private let cuts: UInt64

  /// The most bytes, one bit each; pieces of longer words are matched separately.
  static let limit = 64

  /// - Parameter bytes: 1 to `limit` bytes; lower case, decomposed.
  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    var places = [UInt64](repeating: 0, count: 256)
    var cuts = UInt64.max
    for (index, byte) in bytes.enumerated() {
      let place: UInt64 = 1 << UInt64(index)
      places[Int(byte)] |= place
      if NaturalOrder.isLetter(byte) { places[Int(byte & ~0x20)] |= place }
      if index > 0, NaturalOrder.isDigit(byte), NaturalOrder.isDigit(bytes[index - 1]) {
        cuts &= ~(place >> 1)
      }
    }
    self.places = places
    self.cuts = cuts
    classes = FilterText.classes
  }

  static func == (left: FilterWord, right: FilterWord) -> Bool { left.bytes == right.bytes }

  func hash(into hasher: inout Hasher) { hasher.combine(bytes) }

  /// Searches a whole text for the word.
  ///
  /// - Parameters:
  ///   - text: Prepared; may contain capitals.
  ///   - isPlain: Whether only a literal match counts.
  func isFound(in text: UnsafeBufferPointer<UInt8>, isPlain: Bool = false) -> Bool {
    var progress = Progress()
    advance(&progress, through: text, isPlain: isPlain)
    return progress.isFound
  }

  /// Searches the next piece of a text.
  func advance(
    _ progress: inout Progress, through text: UnsafeBufferPointer<UInt8>, isPlain: Bool = false
  ) {
    guard !progress.isFound else { return }
    let isFound = places.withUnsafeBufferPointer { places in
      if bytes.count == 1 { return text.contains { places[Int($0)] != 0 } }
      return classes.withUnsafeBufferPointer { classes in
        read(text, &progress, places, classes, isPlain: isPlain)
      }
    }
    if isFound { progress.isFound = true }
  }

  private func read(
    _ text: UnsafeBufferPointer<UInt8>, _ progress: inout Progress,
    _ places: UnsafeBufferPointer<UInt64>, _ classes: UnsafeBufferPointer<UInt8>, isPlain: Bool
  ) -> Bool {
    let end: UInt64 = 1 << UInt64(bytes.count - 1)
    let starts = FilterText.starts
    let first: UInt64 = isPlain ? 0 : 1
    var (plain, joined, reached) = (progress.plain, progress.joined, progress.reached)
    var last = progress.last
    var index = 0
    while index < text.count {
      let byte = text[index]
      if byte >= 0x80, let length = FilterText.markLength(in: text, at: index) {
        // Either the word has this mark, too, or the mark is skipped.
        var (marked, markedJoined) = (plain, joined)
        for offset in 0..<length {
          let mask = places[Int(text[index + offset])]
          marked = (marked << 1 | 1) & mask
          markedJoined = markedJoined << 1 & mask
        }
        plain |= marked
        joined |= markedJoined
        reached |= markedJoined
        index += length
      } else {
        let mask = places[Int(byte)]
        let letterClass = classes[Int(byte)]
        // All bits if a word begins here, else none.
        let start = 0 &- UInt64(starts >> UInt32(last << 2 | letterClass) & 1)
        last = letterClass
        plain = (plain << 1 | 1) & mask
        joined = (joined << 1 | ((reached & cuts) << 1 | first) & start) & mask
        reached = reached & ~start | joined
        index += 1
      }
      if (plain | joined) & end != 0 { return true }
    }
    (progress.plain, progress.joined, progress.reached) = (plain, joined, reached)
    progress.last = last
    return false
  }
}
