import FeedCore
import Models
import TestSupport
import Testing

@Suite struct FilterQueryTests {
  @Test(arguments: [
    // Literally, ignoring case.
    ("", "anything", true), ("", "", true), ("a", "", false), ("cat", "ski-cat_0540.mp4", true),
    ("CAT", "concatenate", true), ("cat", "CAT.mp4", true), ("cat", "c-a-x-t", false),
    ("foo", "phpffmpeg__portrait.MOV", false), ("ski-c", "ski-beach_1680.mp4", false),
    ("ski-c", "ski-cat_0540.mp4", true),
    // Composed of the beginnings of consecutive words.
    ("sb16", "ski-beach_1680.mp4", true), ("skib", "ski-beach.mp4", true),
    ("sb", "SkiBeach.mp4", true), ("sbm", "ski beach.mp4", true), ("sm", "ski beach.mp4", false),
    ("kb", "ski-beach.mp4", false), ("bs", "ski-beach.mp4", false), ("s16", "ski1680.mp4", true),
    ("sb", "SKIBEACH.mp4", false), ("ts", "trip/sunset.mp4", true),
    // Numbers are not split.
    ("2015", "20-15.mp4", false), ("2015", "x_20150810.mp4", true), ("0999", "0-999", false),
    ("a1b2", "a-1-b-2", true),
    // Several words, in any order.
    ("cat 05", "ski-cat_0540.mp4", true), ("05 cat", "ski-cat_0540.mp4", true),
    ("cat 16", "ski-cat_0540.mp4", false), ("*.MOV", "clip.mov", true), ("*", "x", true),
    ("ski*mp4", "ski-cat.mp4", true), (" \t", "x", true), ("a*.mov", "b.mov", false),
    // Letters and diacritics.
    ("zurich", "Zürich.mp4", true), ("zürich", "Zürich.mp4", true), ("zürich", "Zurich.mp4", false),
    ("zürich", "Zu\u{308}rich.mp4", true), ("ZU\u{308}RICH", "zürich", true),
    ("ete", "ÉTÉ.mp4", true), ("eté", "été", true), ("eté", "éte", false), ("é", "è", false),
    ("ū", "ǖ", true), ("ü", "ǖ", true), ("u", "ǖ", true), ("viet", "Việt", true),
    ("lodz", "Łódź", true), ("łodz", "Lodz", false), ("か", "がくせい", true), ("が", "か", false),
    // Other scripts.
    ("漢字", "x漢字y", true), ("漢字", "漢y字", false), ("мир", "МИР", true), ("σας", "ΣΑΣ", true),
    ("한국", "\u{1112}\u{1161}\u{11AB}\u{1100}\u{116E}\u{11A8}", true), ("straße", "STRAßE", true),
    ("a b", "a\u{A0}–\u{3000}b", true), ("a-b", "a–b", true), ("🎉", "a🎉", true),
  ])
  func filterMatchesWords(_ filter: String, _ text: String, _ isMatch: Bool) {
    #expect(FilterQuery(filter).matches(text.utf8) == isMatch)
  }

  @Test func bytesOfDifferentLettersDoNotCombine() {
    // C3 of the first and 9F of the second letter make “ß”.
    #expect(!FilterQuery("ß").matches("æğ".utf8))
    #expect(FilterQuery("a").matches([0xFF, 0x61, 0xC3]))
    #expect(!FilterQuery("ß").matches([0xC3]))
    #expect(FilterQuery("ab").matches([0xFF, 0x61, 0x62, 0xCC]))
  }

  @Test func longWordsMatch() {
    let word = String(repeating: "漢é", count: 60) + "字"
    #expect(FilterQuery(word).matches(word.utf8))
    #expect(FilterQuery(word).matches("x\(word)".utf8))
    #expect(!FilterQuery(word).matches(word.dropLast().utf8))
    #expect(FilterQuery(word + "x").isNarrower(than: FilterQuery(word)))
  }

  @Test func matchesAgreeWithASimplerModel() {
    let seed = Fuzz.seed
    var generator = SeededGenerator(seed: seed)
    var counts = [false: 0, true: 0]
    for _ in 0..<10_000 {
      let text = Letter.text(Int.random(in: 0...14, using: &generator), &generator)
      let words = (0..<Int.random(in: 1...2, using: &generator)).map { _ in
        Letter.word(from: text, &generator)
      }
      let filter = words.map { $0.map(\.spelling).joined() }.joined(separator: " ")
      let name = text.map(\.spelling).joined()
      let expected = words.allSatisfy { Letter.isFound($0, in: text) }
      counts[expected, default: 0] += 1
      #expect(
        FilterQuery(filter).matches(name.utf8) == expected, "seed \(seed): “\(filter)” in “\(name)”"
      )
      // A narrower filter never matches more.
      let longer = filter + Letter.word(from: text, &generator).map(\.spelling).joined()
      if FilterQuery(longer).isNarrower(than: FilterQuery(filter)) {
        #expect(
          expected || !FilterQuery(longer).matches(name.utf8),
          "seed \(seed): “\(longer)” in “\(name)”")
      }
    }
    #expect(counts[true, default: 0] > 2_000 && counts[false, default: 0] > 2_000, "seed \(seed)")
  }

  @Test func extendingAFilterFindsTheSameAsStartingAfresh() {
    let seed = Fuzz.seed
    var generator = SeededGenerator(seed: seed)
    let names = (0..<300).map { _ in Letter.text(8, &generator).filter { $0.spelling != "/" } }
    var index = FeedIndex()
    let folder = index.table.addFolder(FilePath("/f"), letters: Array("Sub 1/é".utf8))
    for name in names {
      Array(name.map(\.spelling).joined().utf8).withUnsafeBufferPointer {
        index.table.addFile($0, in: folder, section: 0)
      }
      index.place(index.number(row: index.table.count - 1))
    }
    index.setComplete(true)
    for _ in 0..<200 {
      let word = Letter.word(from: names[generator.int(0..<300)], &generator)
      var text = ""
      for letter in word {
        text += letter.spelling
        let filter = FeedFilter(text: text)
        index.select(filter)
        let expected = names.count { name in
          FilterQuery(text).matches("Sub 1/é/\(name.map(\.spelling).joined())".utf8)
        }
        #expect(
          index.places.place(of: nil, filter: filter).count == expected, "seed \(seed): “\(text)”")
      }
    }
  }

  @Test func bestMatchHasTheWordsInItsName() {
    var index = FeedIndex()
    func add(_ name: String, in folder: Int) {
      Array(name.utf8).withUnsafeBufferPointer {
        index.table.addFile($0, in: folder, section: 0)
      }
      index.place(index.number(row: index.table.count - 1))
    }
    let folders = ["", "cats"].map { name in
      index.table.addFolder(FilePath("/r/\(name)"), letters: Array(name.utf8))
    }
    func best(_ text: String) -> String? {
      let filter = FeedFilter(text: text)
      index.select(filter)
      let request = FeedBatchRequest(.bestMatch, limit: 1, filter: filter, isInclusive: true)
      guard case .page(let page) = index.answer(request) else { return nil }
      return page.items.first?.title.string
    }
    add("can take.mp4", in: folders[0])
    add("dog.mp4", in: folders[1])
    #expect(best("cat") == "can take.mp4")
    add("Köln.mp4", in: folders[0])
    add("ski cat.mp4", in: folders[1])
    #expect(best("cat") == "ski cat.mp4")
    #expect(best("cats") == "dog.mp4")
    #expect(best("koln") == "Köln.mp4")
    #expect(best("") == "can take.mp4")
    #expect(best("zebra") == nil)
    index.setComplete(true)
    _ = index.delete([ItemID(rawValue: 3)])
    #expect(best("cat") == "can take.mp4")
  }
}

/// A letter of a text in the model: its base character and its diacritics.
private struct Letter {
  enum Kind {
    case separator
    case small
    case capital
    case digit
  }

  var spelling: String
  var base: Character
  var marks = ""
  var kind = Kind.small

  private static let all = [
    Letter(spelling: "a", base: "a"), Letter(spelling: "b", base: "b"),
    Letter(spelling: "A", base: "a", kind: .capital),
    Letter(spelling: "B", base: "b", kind: .capital),
    Letter(spelling: "ä", base: "a", marks: "\u{308}"),
    Letter(spelling: "a\u{308}", base: "a", marks: "\u{308}"),
    Letter(spelling: "Ä", base: "a", marks: "\u{308}", kind: .capital),
    Letter(spelling: "ǟ", base: "a", marks: "\u{308}\u{304}"),
    Letter(spelling: "ā", base: "a", marks: "\u{304}"),
    Letter(spelling: "б", base: "б"), Letter(spelling: "Б", base: "б"),
    Letter(spelling: "漢", base: "漢"), Letter(spelling: "1", base: "1", kind: .digit),
    Letter(spelling: "2", base: "2", kind: .digit),
    Letter(spelling: "-", base: "-", kind: .separator),
    Letter(spelling: "/", base: "/", kind: .separator),
  ]

  /// Random letters, some of them far more frequent than others.
  static func text(_ length: Int, _ generator: inout SeededGenerator) -> [Letter] {
    (0..<length).map { _ in
      Bool.random(using: &generator)
        ? all[[0, 1, 12, 14][generator.int(0..<4)]] : all[generator.int(0..<all.count)]
    }
  }

  /// A word made of parts of a text, or of random letters.
  static func word(from text: [Letter], _ generator: inout SeededGenerator) -> [Letter] {
    guard !text.isEmpty, generator.int(0..<4) > 0 else {
      return Self.text(generator.int(1..<4), &generator)
    }
    var word: [Letter] = []
    var place = generator.int(0..<text.count)
    for _ in 0..<generator.int(1..<4) where place < text.count {
      let end = min(place + generator.int(1..<4), text.count)
      word += text[place..<end]
      place = end + generator.int(0..<3)
    }
    return word
  }

  private func stands(for other: Letter) -> Bool {
    var rest = other.marks.unicodeScalars[...]
    for mark in marks.unicodeScalars {
      guard let index = rest.firstIndex(of: mark) else { return false }
      rest = rest[rest.index(after: index)...]
    }
    return base == other.base
  }

  static func isFound(_ word: [Letter], in text: [Letter]) -> Bool {
    let isPlain = text.indices.contains { start in
      start + word.count <= text.count
        && zip(word, text[start...]).allSatisfy { $0.stands(for: $1) }
    }
    let starts = text.indices.filter { isStart($0, in: text) }
    return isPlain
      || starts.indices.contains { isJoined(word[...], from: $0, of: starts, in: text) }
  }

  /// Whether the rest of a word can be composed, its first part from the word that starts at
  /// `first`.
  private static func isJoined(
    _ word: ArraySlice<Letter>, from first: Int, of starts: [Int], in text: [Letter]
  ) -> Bool {
    for count in 1...word.count {
      let place = starts[first] + count - 1
      guard place < text.count,
        word[word.startIndex + count - 1].stands(for: text[place])
      else { return false }
      if count == word.count { return true }
      let rest = word.dropFirst(count)
      let isNumber = word[word.startIndex + count - 1].kind == .digit && rest.first?.kind == .digit
      guard !isNumber, let next = starts.firstIndex(where: { $0 > place }) else { continue }
      if isJoined(rest, from: next, of: starts, in: text) { return true }
    }
    return false
  }

  private static func isStart(_ index: Int, in text: [Letter]) -> Bool {
    let kind = text[index].kind
    guard index > 0, text[index - 1].kind != .separator else { return kind != .separator }
    let last = text[index - 1].kind
    return kind != .separator
      && ((kind == .digit) != (last == .digit) || kind == .capital && last == .small)
  }
}
