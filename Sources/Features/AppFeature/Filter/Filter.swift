import Models

/// The line in which a filter, the number of an item or its tags are typed, and where the reader was
/// before it was opened.
///
/// It only edits its text; the feed follows a filter, and goes to a number or takes up tags in the end.
package struct Filter: Hashable, Sendable {
  package var text: String
  /// What was on screen, and by which filter.
  package let previousID: PageID?
  package let previousFilter: FeedFilter
  package let purpose: Purpose
  /// Whether clips with a verdict are left out without a word of the text.
  let hidesJudged: Bool

  /// What is typed.
  package enum Purpose: Hashable, Sendable {
    case filter
    case number
    /// Separated by commas; with those that may be completed.
    case tags(known: [String])
  }

  /// The most characters a filter may have.
  package static let limit = 200

  /// Creates a line with the text of the filter in force, or of what is changed.
  package init(
    filter: FeedFilter = .none, at id: PageID? = nil, for purpose: Purpose = .filter,
    text: String = "", hidesJudged: Bool = false
  ) {
    let shown = hidesJudged ? Triage.filter(filter, hidesJudged: false) : filter
    self.text = purpose == .filter ? shown.text : text
    self.hidesJudged = hidesJudged
    self.purpose = purpose
    previousID = id
    previousFilter = filter
  }

  /// The filter typed. In triage, judged clips stay left out, unless it asks for them.
  var filter: FeedFilter {
    let typed = FeedFilter(text: text)
    let asks = text.split(separator: " ").contains { Self.verdictWords.contains($0.lowercased()) }
    return hidesJudged && !asks ? Triage.filter(typed, hidesJudged: true) : typed
  }

  private static let verdictWords: Set = ["is:kept", "is:rejected", Triage.filterWord]

  /// The number typed, counted from one; `nil` if there is none.
  var number: Int? { purpose == .number ? Int(text) : nil }

  /// The tags typed; `nil` if it takes none.
  var tags: [String]? {
    guard case .tags = purpose else { return nil }
    return text.split(separator: ",").compactMap { Review.tag(String($0)) }
  }

  /// The rest of the tag that is being typed, if a known one begins with it; empty if none does.
  package var completion: String {
    guard case .tags(let known) = purpose,
      let word = text.split(
        separator: ",", omittingEmptySubsequences: false
      ).last?.drop(while: { $0 == " " }),
      !word.isEmpty
    else { return "" }
    let others = Set((tags ?? []).dropLast())
    let found = known.first { tag in
      tag.count > word.count && !others.contains(tag)
        && tag.prefix(word.count).lowercased() == word.lowercased()
    }
    return found.map { String($0.dropFirst(word.count)) } ?? ""
  }

  /// Whether another Backspace closes it.
  var isEmptyNumber: Bool { purpose == .number && text.isEmpty }

  /// The most digits a number may have.
  private static let digitLimit = 9

  /// What happened to the line.
  package enum Action: Hashable, Sendable {
    /// Text was typed or pasted: it is appended.
    case typed(String)
    case backspaceTapped
    /// Deletes the last word and the spaces after it.
    case wordBackspaceTapped
    /// Deletes all text.
    case clearTapped
    /// Adds the rest of a tag.
    case completeTapped
    /// Closes the line and keeps the filter.
    case returnTapped
    /// Restores the feed.
    case escapeTapped
  }

  mutating func take(_ action: Action) {
    switch action {
    case .typed(let typed) where purpose == .number:
      let digits = typed.filter { ("0"..."9").contains($0) }
      text += digits.prefix(max(Self.digitLimit - text.count, 0))
    case .typed(let typed):
      // A filter is one line of letters, and a pasted book is none.
      let line = typed.lazy.map { $0.isWhitespace ? " " : $0 }.filter { !$0.isControl }
      text += String(line.prefix(max(Self.limit - text.count, 0)))
    case .backspaceTapped:
      if !text.isEmpty { text.removeLast() }
    case .wordBackspaceTapped:
      let trimmed = text.reversed().drop { $0 == " " }.drop { $0 != " " }
      text = String(trimmed.reversed())
    case .clearTapped:
      text = ""
    case .completeTapped:
      text += completion
    case .returnTapped, .escapeTapped:
      // The feed closes the line.
      break
    }
  }
}

extension Character {
  /// Whether a terminal would interpret it rather than show it.
  fileprivate var isControl: Bool {
    unicodeScalars.contains { $0.properties.generalCategory == .control }
  }
}
