import Composable
import Models

/// The line in which a filter, the number of an item or its tags are typed.
///
/// It only edits its text; the feed follows a filter, and goes to a number or adds tags in the end.
package struct Filter: Reducer {
  /// The text, and where the user was before.
  package struct State: Hashable, Sendable {
    package var text: String
    /// What was on screen, and by which filter.
    package let previousID: PageID?
    package let previousFilter: FeedFilter
    package let purpose: Purpose
    /// Whether clips with a verdict are left out without a word of the text.
    let hidesJudged: Bool

    /// Begins with the text of the filter in force, or with that of what is to be changed.
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
  }

  /// What is typed.
  package enum Purpose: Hashable, Sendable {
    case filter
    case number
    /// Separated by commas; with those that may be completed.
    case tags(known: [String])
  }

  /// The most characters a filter may have.
  package static let limit = 200

  /// The most digits a number may have.
  private static let digitLimit = 9

  package enum Action: Hashable, Sendable {
    /// Text was typed or pasted: it is appended.
    case typed(String)
    case backspaceTapped
    /// Deletes the last word and the spaces after it.
    case wordBackspaceTapped
    case clearTapped
    /// Adds the rest of a tag.
    case completeTapped
    case returnTapped
    case escapeTapped
    case delegate(Delegate)
  }

  /// What the feed does, and closes the line.
  package enum Delegate: Hashable, Sendable {
    /// Shows what was shown before.
    case cancel
    case keepFilter
    /// Shows the item with a number, counted from one.
    case goTo(Int)
    case tag([String])
  }

  package func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .typed(let typed) where state.purpose == .number:
      let digits = typed.filter { ("0"..."9").contains($0) }
      state.text += digits.prefix(max(Self.digitLimit - state.text.count, 0))
    case .typed(let typed):
      // A filter is one line of letters, and a pasted book is none.
      let line = typed.lazy.map { $0.isWhitespace ? " " : $0 }.filter { !$0.isControl }
      state.text += String(line.prefix(max(Self.limit - state.text.count, 0)))
    case .backspaceTapped where state.purpose == .number && state.text.isEmpty:
      return .send(.delegate(.cancel))
    case .backspaceTapped:
      if !state.text.isEmpty { state.text.removeLast() }
    case .wordBackspaceTapped:
      let trimmed = state.text.reversed().drop { $0 == " " }.drop { $0 != " " }
      state.text = String(trimmed.reversed())
    case .clearTapped:
      state.text = ""
    case .completeTapped:
      state.text += state.completion
    case .returnTapped:
      return .send(.delegate(state.result))
    case .escapeTapped:
      return .send(.delegate(.cancel))
    case .delegate:
      break
    }
    return .none
  }
}

extension Filter.State {
  /// The filter typed. In triage, judged clips stay left out, unless it asks for them.
  var filter: FeedFilter {
    let typed = FeedFilter(text: text)
    let asks = text.split(separator: " ").contains { Self.verdictWords.contains($0.lowercased()) }
    return hidesJudged && !asks ? Triage.filter(typed, hidesJudged: true) : typed
  }

  private static let verdictWords: Set = ["is:kept", "is:rejected", Triage.filterWord]

  private var tags: [String] {
    text.split(separator: ",").compactMap { Review.tag(String($0)) }
  }

  /// The rest of the tag that is being typed, if a known one begins with it; empty if none does.
  package var completion: String {
    guard case .tags(let known) = purpose,
      let word = text.split(
        separator: ",", omittingEmptySubsequences: false
      ).last?.drop(while: { $0 == " " }),
      !word.isEmpty
    else { return "" }
    let others = Set(tags.dropLast())
    let found = known.first { tag in
      tag.count > word.count && !others.contains(tag)
        && tag.prefix(word.count).lowercased() == word.lowercased()
    }
    return found.map { String($0.dropFirst(word.count)) } ?? ""
  }

  /// What Enter leads to.
  fileprivate var result: Filter.Delegate {
    switch purpose {
    case .filter: .keepFilter
    case .number: Int(text).map(Filter.Delegate.goTo) ?? .cancel
    case .tags: .tag(tags)
    }
  }
}

extension Character {
  /// Whether a terminal would interpret it rather than show it.
  fileprivate var isControl: Bool {
    unicodeScalars.contains { $0.properties.generalCategory == .control }
  }
}
