import CAllocations
import Composable

/// What one action costs, from `send` to the published state: medians of batches, in microseconds,
/// and how often it asks for memory.
@MainActor
func composableBenchmarks() -> [(name: String, value: Double, unit: String)] {
  composableLoops().flatMap { loop in
    [
      (loop.name, microseconds(loop.body), "µs"),
      ("\(loop.name).allocations", allocations(loop.body), "allocations"),
    ]
  }
}

/// How often a call asks for memory, on average.
@MainActor
private func allocations(_ body: () -> Void) -> Double {
  let count = 1_000
  let before = flick_allocation_count()
  for _ in 0..<count { body() }
  return Double(flick_allocation_count() - before) / Double(count)
}

/// The measured loops, one pass each; for a tool that counts something else than time.
///
/// Depth is the number of reducers an action passes through; `foreach` sends to one of so many
/// elements, `observed` with one observer of what changes.
@MainActor
func composableLoops() -> [(name: String, body: () -> Void)] {
  let leaf = Store(initialState: Leaf.State()) { Leaf() }
  let branch = Store(initialState: Branch.State()) { Branch() }
  let tree = Store(initialState: Tree.State()) { Tree() }
  let clips = Store(initialState: List.State(count: 100)) { List() }
  var loops: [(name: String, body: () -> Void)] = [
    ("composable.send.depth1", { leaf.send(.increment) }),
    ("composable.send.depth2", { branch.send(.leaf(.increment)) }),
    ("composable.send.depth3", { tree.send(.branch(.leaf(.increment))) }),
    ("composable.send.adopt", { clips.send(.enter(50)) }),
    ("composable.send.run", { leaf.send(.run) }),
  ]
  for count in [10, 10_000] {
    let list = Store(initialState: List.State(count: count)) { List() }
    loops.append(("composable.send.foreach\(count)", { list.send(.item(count / 2, .increment)) }))
    let observed = Store(initialState: List.State(count: count)) { List() }
    let token = observed.observe(distinct: { $0.items[id: count / 2]?.count }) { _ in }
    loops.append(
      (
        "composable.send.foreach\(count).observed",
        { withExtendedLifetime(token) { _ = observed.send(.item(count / 2, .increment)) } }
      ))
  }
  return loops + cells()
}

/// An action for one of a hundred cells that are all on screen: each observes its own element, or one
/// observer reads all.
@MainActor
private func cells() -> [(name: String, body: () -> Void)] {
  let stores = (0..<2).map { _ in Store(initialState: List.State(count: 100)) { List() } }
  let tokens: [[ObserveToken]] = [
    (0..<100).map { id in stores[0].observe(distinct: { $0.items[id: id] }) { _ in } },
    [stores[1].observe(distinct: { $0.items.elements }) { _ in }],
  ]
  return zip(["each", "one"], zip(stores, tokens)).map { name, observed in
    (
      "composable.cells100.\(name)",
      { withExtendedLifetime(observed.1) { _ = observed.0.send(.item(50, .increment)) } }
    )
  }
}

/// The median time of a call, over batches short enough to fit between two interruptions.
@MainActor
private func microseconds(_ body: () -> Void) -> Double {
  let clock = ContinuousClock()
  let callsPerBatch = 500
  var times: [Double] = []
  for _ in 0..<60 {
    let elapsed = clock.measure {
      for _ in 0..<callsPerBatch {
        body()
      }
    }
    times.append(elapsed / .microseconds(1) / Double(callsPerBatch))
  }
  times.sort()
  return times[times.count / 2]
}

private struct Leaf: Reducer {
  struct State: Equatable, Identifiable {
    var id = 0
    var count = 0
    var title = "A clip of the folder"
  }

  enum Action {
    case increment
    case run
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .increment:
        state.count &+= 1
        return .none
      case .run:
        return .run { _ in }
      }
    }
  }
}

extension Leaf.State {
  fileprivate mutating func entered() -> Effect<Leaf.Action> {
    count &+= 1
    return .none
  }
}

private struct Branch: Reducer {
  struct State: Equatable {
    var leaf = Leaf.State()
    var changes = 0
  }

  enum Action {
    case leaf(Leaf.Action)

    static let leafCase = CasePath<Self, Leaf.Action>(
      embed: { .leaf($0) },
      extract: { if case .leaf(let action) = $0 { action } else { nil } })
  }

  var body: some ReducerOf<Self> {
    Scope(state: \.leaf, action: Action.leafCase) { Leaf() }
    Reduce { state, _ in
      state.changes &+= 1
      return .none
    }
  }
}

private struct Tree: Reducer {
  struct State: Equatable {
    var branch = Branch.State()
    var changes = 0
  }

  enum Action {
    case branch(Branch.Action)

    static let branchCase = CasePath<Self, Branch.Action>(
      embed: { .branch($0) },
      extract: { if case .branch(let action) = $0 { action } else { nil } })
  }

  var body: some ReducerOf<Self> {
    Scope(state: \.branch, action: Action.branchCase) { Branch() }
    Reduce { state, _ in
      state.changes &+= 1
      return .none
    }
  }
}

private struct List: Reducer {
  struct State: Equatable {
    var items: IdentifiedArray<Leaf.State>
    var changes = 0

    init(count: Int) {
      items = IdentifiedArray(uniqueElements: (0..<count).map { Leaf.State(id: $0) })
    }
  }

  enum Action {
    case item(Int, Leaf.Action)
    case enter(Int)

    static let itemCase = CasePath<Self, (Int, Leaf.Action)>(
      embed: { .item($0, $1) },
      extract: { if case .item(let id, let action) = $0 { (id, action) } else { nil } })
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      state.changes &+= 1
      guard case .enter(let id) = action else { return .none }
      return .adopt(&state, \.items, id: id, action: Action.itemCase) { $0.entered() }
    }
    .forEach(\.items, action: Action.itemCase) { Leaf() }
  }
}

extension Benchmark {
  /// What an action costs on its way through the reducers.
  static let composable = Benchmark(name: "composable") { report in
    for figure in composableBenchmarks() { report.add(figure.name, figure.value, figure.unit) }
  }
}
