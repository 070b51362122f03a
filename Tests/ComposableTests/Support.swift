import Composable
import Platform
import Testing

/// Expects that `body` records an issue whose text contains all of `parts`, and no other issue.
@MainActor
func expectIssue(
  _ parts: String..., sourceLocation: SourceLocation = #_sourceLocation,
  _ body: @MainActor () async -> Void
) async {
  await expectIssue(parts, atLine: nil, sourceLocation: sourceLocation, body)
}

/// Expects that `body` records an issue whose text contains all of `parts` at `line`.
@MainActor
func expectIssue(
  _ parts: [String], atLine line: Int?, sourceLocation: SourceLocation = #_sourceLocation,
  _ body: @MainActor () async -> Void
) async {
  await withKnownIssue(sourceLocation: sourceLocation) {
    await body()
  } matching: { issue in
    let text = "\(issue)"
    return parts.allSatisfy { text.contains($0) }
      && (line == nil || issue.sourceLocation?.line == line)
  }
}

/// A list that closures of any isolation can append to.
final class Log<Element: Sendable>: Sendable {
  private let contents = Lock<[Element]>([])

  var elements: [Element] { contents.withLock { $0 } }

  func append(_ element: Element) {
    contents.withLock { $0.append(element) }
  }
}

/// An element of a list that ticks until it is stopped.
struct Item: Reducer {
  struct State: Equatable, Identifiable {
    let id: Int
    var count = 0
    var isVisible = false

    /// Called by the parent when the item comes on screen.
    mutating func pageEntered() -> Effect<Action> {
      @Dependency(\.clock) var clock
      isVisible = true
      return .run { [clock] send in
        while true {
          try await clock.sleep(for: .seconds(1))
          await send(.tick)
        }
      }
      .cancellable(id: CancelID.timer, cancelInFlight: true)
    }
  }

  enum Action: Equatable {
    case start
    case stop
    case tick
    case wait
  }

  enum CancelID {
    case timer
    case wait
  }

  @Dependency(\.clock) var clock

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .start:
        return state.pageEntered()
      case .stop:
        state.isVisible = false
        return .cancel(id: CancelID.timer)
      case .tick:
        state.count += 1
        return .none
      case .wait:
        return .run { _ in try await clock.sleep(for: .seconds(1000)) }
          .cancellable(id: CancelID.wait)
      }
    }
  }
}

/// A list of items with an optional one and a fixed one beside it.
struct Items: Reducer {
  struct State: Equatable {
    var items: IdentifiedArray<Item.State> = []
    var detail: Item.State?
    var header = Item.State(id: -1)
    var note = ""
  }

  enum Action: Equatable {
    case add(Int)
    case remove(Int)
    case replaceAll([Int])
    case enter(Int)
    case enterDetail
    case enterHeader
    case present(Int?)
    case stopAll
    case write(String)
    case item(Int, Item.Action)
    case detail(Item.Action)
    case header(Item.Action)

    static let itemCase = CasePath<Self, (Int, Item.Action)>(
      embed: { .item($0, $1) },
      extract: { if case .item(let id, let action) = $0 { (id, action) } else { nil } })
    static let detailCase = CasePath<Self, Item.Action>(
      embed: { .detail($0) },
      extract: { if case .detail(let action) = $0 { action } else { nil } })
    static let headerCase = CasePath<Self, Item.Action>(
      embed: { .header($0) },
      extract: { if case .header(let action) = $0 { action } else { nil } })
  }

  var body: some ReducerOf<Self> {
    Scope(state: \.header, action: Action.headerCase) { Item() }
    Reduce { state, action in
      switch action {
      case .add(let id):
        state.items.append(Item.State(id: id))
        return .none
      case .remove(let id):
        state.items.remove(id: id)
        return .none
      case .replaceAll(let ids):
        state.items = IdentifiedArray(uniqueElements: ids.map { Item.State(id: $0) })
        return .none
      case .enter(let id):
        return .adopt(&state, \.items, id: id, action: Action.itemCase) { $0.pageEntered() }
      case .enterDetail:
        return .adopt(&state, \.detail, action: Action.detailCase) { $0.pageEntered() }
      case .enterHeader:
        return .adopt(&state, \.header, action: Action.headerCase) { $0.pageEntered() }
      case .present(let id):
        state.detail = id.map { Item.State(id: $0) }
        return .none
      case .stopAll:
        return .cancel(id: Item.CancelID.timer)
      case .write(let note):
        state.note = note
        return .none
      case .item, .detail, .header:
        return .none
      }
    }
    .forEach(\.items, action: Action.itemCase) { Item() }
    .ifLet(\.detail, action: Action.detailCase) { Item() }
  }
}
