import Composable

/// A screen that shows a clip or nothing.
struct Screen: Reducer {
  enum State: Equatable, Identifiable {
    case empty(Int)
    case clip(Item.State)

    var id: Int {
      switch self {
      case .empty(let id): id
      case .clip(let item): item.id
      }
    }

    var clip: Item.State? {
      get { if case .clip(let item) = self { item } else { nil } }
      set { if let newValue { self = .clip(newValue) } }
    }

    mutating func pageEntered() -> Effect<Action> {
      .adopt(&self, \.clip, action: Action.clipCase) { $0.pageEntered() }
    }
  }

  enum Action {
    case clip(Item.Action)
    case show(Int?)

    static let clipCase = CasePath<Self, Item.Action>(
      embed: { .clip($0) },
      extract: { if case .clip(let action) = $0 { action } else { nil } })
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      if case .show(let id) = action {
        state = id.map { .clip(Item.State(id: $0)) } ?? .empty(state.id)
      }
      return .none
    }
    .ifLet(\.clip, action: Action.clipCase) { Item() }
  }
}

/// A list of screens.
struct Screens: Reducer {
  struct State: Equatable {
    var screens: IdentifiedArray<Screen.State>
  }

  enum Action {
    case enter(Int)
    case screen(Int, Screen.Action)

    static let screenCase = CasePath<Self, (Int, Screen.Action)>(
      embed: { .screen($0, $1) },
      extract: { if case .screen(let id, let action) = $0 { (id, action) } else { nil } })
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      guard case .enter(let id) = action else { return .none }
      return .adopt(&state, \.screens, id: id, action: Action.screenCase) { $0.pageEntered() }
    }
    .forEach(\.screens, action: Action.screenCase) { Screen() }
  }
}
