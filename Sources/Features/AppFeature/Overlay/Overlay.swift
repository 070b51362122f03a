import Composable
import Models

/// What lies over the page; at most one thing at a time.
package struct Overlay: Reducer {
  /// What is shown, and how far its text is scrolled.
  package struct State: Hashable, Sendable, Identifiable {
    package var content: Content
    package var scroll = Scroll()

    package init(_ content: Content) { self.content = content }

    package var id: Kind { content.kind }

    /// Whether the page is paused below it.
    package var coversPage: Bool { if case .line = content { false } else { true } }

    /// Whether it stays, whatever else the user wants to open: text is being typed, or files are
    /// being moved.
    var isBusy: Bool { !coversPage || apply?.stage == .applying }
  }

  package enum Content: Hashable, Sendable {
    /// The list of keys.
    case help
    case details(Details.State)
    case chapters(Chapters.State)
    case apply(Apply.State)
    /// A line in place of the title bar, in which text is typed.
    case line(Filter.State)
  }

  /// What the user can open.
  package enum Kind: Hashable, Sendable {
    case help
    case details
    case chapters
    case apply
    case filter
    case number
    case tags
  }

  package enum Action: Hashable, Sendable {
    case scroll(Scroll.Action)
    case details(Details.Action)
    case chapters(Chapters.Action)
    case apply(Apply.Action)
    case line(Filter.Action)
  }

  package var body: some Reducer<State, Action> {
    Reduce { state, action in
      if case .scroll(let action) = action { state.scroll.reduce(action) }
      return .none
    }
    .ifLet(\.details, action: Action.detailsCase) { Details() }
    .ifLet(\.chapters, action: Action.chaptersCase) { Chapters() }
    .ifLet(\.apply, action: Action.applyCase) { Apply() }
    .ifLet(\.line, action: Action.lineCase) { Filter() }
  }
}

extension Overlay.Content {
  fileprivate var kind: Overlay.Kind {
    switch self {
    case .help: .help
    case .details: .details
    case .chapters: .chapters
    case .apply: .apply
    case .line(let line): line.purpose.kind
    }
  }
}

extension Filter.Purpose {
  fileprivate var kind: Overlay.Kind {
    switch self {
    case .filter: .filter
    case .number: .number
    case .tags: .tags
    }
  }
}

// Its content, by kind. It can be changed, but not taken away.
extension Overlay.State {
  package var details: Details.State? {
    get { if case .details(let details) = content { details } else { nil } }
    set { if let newValue { content = .details(newValue) } }
  }

  package var chapters: Chapters.State? {
    get { if case .chapters(let chapters) = content { chapters } else { nil } }
    set { if let newValue { content = .chapters(newValue) } }
  }

  package var apply: Apply.State? {
    get { if case .apply(let apply) = content { apply } else { nil } }
    set { if let newValue { content = .apply(newValue) } }
  }

  package var line: Filter.State? {
    get { if case .line(let line) = content { line } else { nil } }
    set { if let newValue { content = .line(newValue) } }
  }
}

extension Overlay.Action {
  static let detailsCase = CasePath<Overlay.Action, Details.Action>(
    embed: Overlay.Action.details,
    extract: { if case .details(let action) = $0 { action } else { nil } })

  static let chaptersCase = CasePath<Overlay.Action, Chapters.Action>(
    embed: Overlay.Action.chapters,
    extract: { if case .chapters(let action) = $0 { action } else { nil } })

  static let applyCase = CasePath<Overlay.Action, Apply.Action>(
    embed: Overlay.Action.apply,
    extract: { if case .apply(let action) = $0 { action } else { nil } })

  static let lineCase = CasePath<Overlay.Action, Filter.Action>(
    embed: Overlay.Action.line,
    extract: { if case .line(let action) = $0 { action } else { nil } })
}
