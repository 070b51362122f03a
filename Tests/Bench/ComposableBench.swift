import Composable

/// What one action costs, from `send` to the published state, without effects.
///
/// Depth is the number of reducers an action passes through; `foreach` sends to one of so many
/// elements. The values are medians of batches, in microseconds.
@MainActor
func composableBenchmarks() -> [(name: String, value: Double, unit: String)] {
  let leaf = Store(initialState: Leaf.State()) { Leaf() }
  let branch = Store(initialState: Branch.State()) { Branch() }
  let tree = Store(initialState: Tree.State()) { Tree() }
  var results = [
    ("composable.send.depth1", microseconds { leaf.send(.increment) }, "µs"),
    ("composable.send.depth2", microseconds { branch.send(.leaf(.increment)) }, "µs"),
    ("composable.send.depth3", microseconds { tree.send(.branch(.leaf(.increment))) }, "µs"),
  ]
  for count in [10, 10_000] {
    let list = Store(initialState: List.State(count: count)) { List() }
    results.append(
      (
        "composable.send.foreach\(count)",
        microseconds { list.send(.item(count / 2, .increment)) }, "µs"
      ))
    let item = list.scope(\.items, id: count / 2, action: List.Action.itemCase)
    var changes = 0
    let token = item.map { item in
      item.observe {
        _ = item.count
        changes += 1
      }
    }
    results.append(
      (
        "composable.send.foreach\(count).observed",
        microseconds { item?.send(.increment) }, "µs"
      ))
    token?.cancel()
  }
  let clips = Store(initialState: List.State(count: 100)) { List() }
  results.append(("composable.send.adopt", microseconds { clips.send(.enter(50)) }, "µs"))
  let runner = Store(initialState: Leaf.State()) { Leaf() }
  results.append(("composable.send.run", microseconds { runner.send(.run) }, "µs"))
  return results
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
    var items: IdentifiedArrayOf<Leaf.State>
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
