import Composable
import ComposableTesting
import TestSupport
import Testing

/// Random trees of effects, compared with a model that uses neither tasks nor a clock.
@MainActor
@Suite struct EffectModelTests {
  @Test(arguments: Fuzz.seeds(60))
  func randomEffectTreesMatchTheModel(seed: UInt64) async {
    var generator = SeededGenerator(seed: seed)
    let clock = TestClock()
    let log = Log<Event>()
    let store = TestStore(initialState: 0) {
      Reduce<Int, Command> { _, command in
        switch command {
        case .start(let tree): return tree.effect(clock)
        case .value(let value):
          log.append(Event(time: clock.now.offset, value: value))
          return .none
        }
      }
    } withDependencies: {
      $0.clock = clock
    }
    store.exhaustivity = .off
    let model = Model()
    var tree = Tree.Generator()
    for _ in 0..<12 {
      if Int.random(in: 0..<3, using: &generator) == 0 {
        let step = Duration.microseconds(Int.random(in: 1..<3_000_000, using: &generator))
        await clock.advance(by: step)
        model.advance(by: step)
      } else {
        let tree = tree.make(depth: 4, using: &generator)
        await store.send(.start(tree))
        model.start(tree)
      }
      #expect(log.elements == model.events, "seed \(seed)")
    }
    await clock.advance(by: .seconds(1000))
    model.advance(by: .seconds(1000))
    #expect(log.elements == model.events, "seed \(seed)")
    await store.finish()
    #expect(store.counts == StoreCounts(), "seed \(seed)")
  }
}

private enum Command: Equatable, Sendable {
  case start(Tree)
  case value(Int)
}

/// An action and the time it was reduced.
private struct Event: Equatable, Sendable {
  let time: Duration
  let value: Int
}

/// An effect, as data.
private indirect enum Tree: Equatable, Sendable {
  case send(Int)
  case sleep(Duration, then: Int)
  case merge([Tree])
  case concatenate([Tree])
  case cancellable(Tree, id: Int, cancelInFlight: Bool)
  case cancel(id: Int)

  func effect(_ clock: TestClock) -> Effect<Command> {
    switch self {
    case .send(let value): .send(.value(value))
    case .sleep(let duration, let value):
      .run { send in
        try await clock.sleep(for: duration)
        await send(.value(value))
      }
    case .merge(let trees): .merge(trees.map { $0.effect(clock) })
    case .concatenate(let trees): .concatenate(trees.map { $0.effect(clock) })
    case .cancellable(let tree, let id, let cancelInFlight):
      tree.effect(clock).cancellable(id: id, cancelInFlight: cancelInFlight)
    case .cancel(let id): .cancel(id: id)
    }
  }

  struct Generator {
    private var next = 0

    mutating func make(depth: Int, using generator: inout SeededGenerator) -> Tree {
      next += 1
      switch Int.random(in: depth == 0 ? 5..<9 : 0..<9, using: &generator) {
      case 0, 1: return .merge(parts(depth: depth, using: &generator))
      case 2, 3: return .concatenate(parts(depth: depth, using: &generator))
      case 4:
        return .cancellable(
          make(depth: depth - 1, using: &generator), id: .random(in: 0..<3, using: &generator),
          cancelInFlight: .random(using: &generator))
      case 5: return .send(next)
      case 6: return .cancel(id: .random(in: 0..<3, using: &generator))
      default:
        // Microseconds, so that no two deadlines coincide.
        return .sleep(.microseconds(Int.random(in: 1..<2_000_000, using: &generator)), then: next)
      }
    }

    private mutating func parts(depth: Int, using generator: inout SeededGenerator) -> [Tree] {
      var parts: [Tree] = []
      for _ in 0..<Int.random(in: 2...4, using: &generator) {
        parts.append(make(depth: depth - 1, using: &generator))
      }
      return parts
    }
  }
}

/// An interpreter of the trees that keeps plain lists of sleepers and actions.
@MainActor
private final class Model {
  final class Token {
    let parent: Token?
    var isSelfCancelled = false
    var isCancelled: Bool { isSelfCancelled || parent?.isCancelled ?? false }

    init(parent: Token?) {
      self.parent = parent
    }
  }

  struct Sleeper {
    let deadline: Duration
    let duration: Duration
    let value: Int
    let token: Token
    let completion: () -> Void
  }

  struct Sent {
    let value: Int
    let token: Token
    let completion: () -> Void
  }

  private(set) var events: [Event] = []
  private var now = Duration.zero
  private var sent: [Sent] = []
  private var scheduled: [Sleeper] = []
  private var sleepers: [Sleeper] = []
  private var tokens: [(id: Int, token: Token)] = []

  func start(_ tree: Tree) {
    interpret(tree, Token(parent: nil)) {}
    settle()
  }

  func advance(by duration: Duration) {
    let end = now + duration
    while let next = sleepers.indices.filter({ sleepers[$0].deadline <= end })
      .min(by: { sleepers[$0].deadline < sleepers[$1].deadline })
    {
      let sleeper = sleepers.remove(at: next)
      now = sleeper.deadline
      sent.append(Sent(value: sleeper.value, token: sleeper.token) {})
      settle()
      sleeper.completion()
      settle()
    }
    now = end
  }

  private func interpret(_ tree: Tree, _ token: Token, _ completion: @escaping () -> Void) {
    switch tree {
    case .send(let value):
      sent.append(Sent(value: value, token: token, completion: completion))
    case .sleep(let duration, let value):
      scheduled.append(
        Sleeper(
          deadline: .zero, duration: duration, value: value, token: token, completion: completion))
    case .merge(let trees):
      var outstanding = trees.count
      for tree in trees {
        interpret(tree, token) {
          outstanding -= 1
          if outstanding == 0 { completion() }
        }
      }
    case .concatenate(let trees):
      concatenate(trees[...], token, completion)
    case .cancellable(let tree, let id, let cancelInFlight):
      if cancelInFlight { cancel(id) }
      let inner = Token(parent: token)
      tokens.append((id, inner))
      interpret(tree, inner) { [self] in
        tokens.removeAll { $0.token === inner }
        completion()
      }
    case .cancel(let id):
      cancel(id)
      completion()
    }
  }

  private func concatenate(
    _ trees: ArraySlice<Tree>, _ token: Token, _ completion: @escaping () -> Void
  ) {
    guard let first = trees.first, !token.isCancelled else { return completion() }
    interpret(first, token) { [self] in concatenate(trees.dropFirst(), token, completion) }
  }

  private func cancel(_ id: Int) {
    for (tokenID, token) in tokens where tokenID == id {
      token.isSelfCancelled = true
    }
  }

  /// Reduces, starts and cancels until nothing is left to do at this instant.
  private func settle() {
    while true {
      if !sent.isEmpty {
        let next = sent.removeFirst()
        next.completion()
        if !next.token.isCancelled { events.append(Event(time: now, value: next.value)) }
      } else if !scheduled.isEmpty {
        let next = scheduled.removeFirst()
        if next.token.isCancelled {
          next.completion()
        } else {
          sleepers.append(
            Sleeper(
              deadline: now + next.duration, duration: next.duration, value: next.value,
              token: next.token, completion: next.completion))
        }
      } else if let index = sleepers.firstIndex(where: { $0.token.isCancelled }) {
        sleepers.remove(at: index).completion()
      } else {
        return
      }
    }
  }
}
