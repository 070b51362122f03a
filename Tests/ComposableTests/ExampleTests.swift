import Composable
import ComposableTesting
import FoundationEssentials
import IssueReporting
import Platform
import Testing

// The examples of docs/composable.md. Every code block there also appears here, word for word:
// `allDocumentedExamplesCompile` compares them.

// MARK: Reducer

struct Clip: Reducer {
  struct State: Equatable, Identifiable {
    let id: Int
    var isPlaying = false
    var position = 0
  }

  enum Action: Equatable {
    case toggled
    case ticked
  }

  enum CancelID {
    case timer
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .toggled:
        return state.isPlaying ? state.paused() : state.played()
      case .ticked:
        state.position += 1
        return .none
      }
    }
  }
}

// MARK: Helpers

extension Clip.State {
  mutating func played() -> Effect<Clip.Action> {
    @Dependency(\.clock) var clock
    @Dependency(\.sound) var sound
    isPlaying = true
    return .run { [id, clock, sound] send in
      sound.play(id)
      while true {
        try await clock.sleep(for: .seconds(1))
        await send(.ticked)
      }
    }
    .cancellable(id: Clip.CancelID.timer, cancelInFlight: true)
  }

  mutating func paused() -> Effect<Clip.Action> {
    isPlaying = false
    return .cancel(id: Clip.CancelID.timer)
  }
}

// MARK: Parent

struct Reel: Reducer {
  struct State: Equatable {
    var clips: IdentifiedArray<Clip.State> = []
    var current: Int?
    var help: Help.State?

    /// Where the current clip is, in seconds.
    var time: Int? { current.flatMap { clips[id: $0] }?.position }
  }

  enum Action: Equatable {
    case pageChanged(Int)
    case removed(Int)
    case helpToggled
    case clip(Int, Clip.Action)
    case help(Help.Action)

    static let clipCase = CasePath(
      embed: { Self.clip($0, $1) },
      extract: { if case .clip(let id, let action) = $0 { (id, action) } else { nil } })
    static let helpCase = CasePath(
      embed: Self.help, extract: { if case .help(let action) = $0 { action } else { nil } })
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .pageChanged(let id):
        let old = state.current
        state.current = id
        return .merge(
          old.map { .adopt(&state, \.clips, id: $0, action: Action.clipCase) { $0.paused() } }
            ?? .none,
          .adopt(&state, \.clips, id: id, action: Action.clipCase) { $0.played() })
      case .removed(let id):
        state.clips.remove(id: id)
        return .none
      case .helpToggled:
        state.help = state.help == nil ? Help.State() : nil
        return .none
      case .clip, .help:
        return .none
      }
    }
    .forEach(\.clips, action: Action.clipCase) { Clip() }
    .ifLet(\.help, action: Action.helpCase) { Help() }
  }
}

struct Help: Reducer {
  struct State: Equatable {
    var line = 0
  }

  enum Action: Equatable {
    case scrolled(Int)
  }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .scrolled(let lines): state.line += lines
    }
    return .none
  }
}

// MARK: Enum

struct Card: Reducer {
  enum State: Equatable {
    case clip(Clip.State)
    case notice(String)

    var clip: Clip.State? {
      get { if case .clip(let clip) = self { clip } else { nil } }
      set { if let newValue { self = .clip(newValue) } }
    }

    mutating func pageEntered() -> Effect<Action> {
      .adopt(&self, \.clip, action: Action.clipCase) { $0.played() }
    }
  }

  enum Action: Equatable {
    case clip(Clip.Action)

    static let clipCase = CasePath(
      embed: Self.clip, extract: { if case .clip(let action) = $0 { action } else { nil } })
  }

  var body: some ReducerOf<Self> {
    Reduce { _, _ in .none }
      .ifLet(\.clip, action: Action.clipCase) { Clip() }
  }
}

// MARK: Dependency

struct Sound: Sendable {
  var play: @Sendable (_ id: Int) -> Void
}

extension Sound: DependencyKey {
  static let testValue = Self(play: unimplemented("Sound.play"))
}

extension DependencyValues {
  var sound: Sound {
    get { self[Sound.self] }
    set { self[Sound.self] = newValue }
  }
}

// MARK: View

@MainActor
final class ReelView {
  private(set) var rows: [Int] = []
  private(set) var title = ""
  private let store: StoreOf<Reel>
  private var tokens: [ObserveToken] = []

  init(store: StoreOf<Reel>) {
    self.store = store
    tokens = [
      store.observe(distinct: \.clips.ids) { [unowned self] ids in rows = Array(ids) },
      store.observe(distinct: \.time) { [unowned self] time in title = "\(time ?? 0) s" },
    ]
  }
}

@MainActor
@Suite struct ExampleTests {
  // MARK: Test

  @Test func clipStopsTickingWhenRemoved() async {
    let clock = TestClock()
    let store = TestStore(initialState: Reel.State(clips: [Clip.State(id: 1)])) {
      Reel()
    } withDependencies: {
      $0.clock = clock
      $0.sound.play = { _ in }
    }
    await store.send(.pageChanged(1)) {
      $0.current = 1
      $0.clips[id: 1]?.isPlaying = true
    }
    await clock.advance(by: .seconds(1))
    await store.receive(.clip(1, .ticked)) { $0.clips[id: 1]?.position = 1 }
    await store.send(.removed(1)) { $0.clips = [] }
  }

  // MARK: Store

  @Test func viewFollowsTheStore() async {
    let clock = TestClock()
    let store = Store(
      initialState: Reel.State(clips: [Clip.State(id: 1), Clip.State(id: 2)])
    ) {
      Reel()
    } withDependencies: {
      $0.clock = clock
      $0.sound = Sound(play: { _ in })
    }
    let view = ReelView(store: store)
    store.send(.pageChanged(2))
    await clock.advance(by: .seconds(3))
    #expect(view.rows == [1, 2])
    #expect(view.title == "3 s")
  }

  // MARK: End

  @Test func enumStateHasItsOwnHelper() async {
    let clock = TestClock()
    let played = Log<Int>()
    let store = TestStore(initialState: Card.State.clip(Clip.State(id: 1))) {
      Reduce<Card.State, Card.Action> { state, action in
        action == .clip(.ticked) ? state.pageEntered() : .none
      }
      Card()
    } withDependencies: {
      $0.clock = clock
      $0.sound.play = { played.append($0) }
    }
    store.exhaustivity = .off
    await store.send(.clip(.ticked))
    #expect(played.elements == [1])
    let help = TestStore(initialState: Reel.State()) { Reel() }
    await help.send(.helpToggled) { $0.help = Help.State() }
    await help.send(.help(.scrolled(2))) { $0.help?.line = 2 }
    await help.send(.helpToggled) { $0.help = nil }
  }

  @Test func allDocumentedExamplesCompile() throws {
    let tests = URL(filePath: "\(#filePath)").deletingLastPathComponent()
    let document = tests.appending(path: "../../docs/composable.md")
    let code = try String(contentsOf: tests.appending(path: "ExampleTests.swift"), encoding: .utf8)
    let text = try String(contentsOf: document, encoding: .utf8)
    func lines(_ text: some StringProtocol) -> String {
      text.split(separator: "\n").map { $0.drop { $0 == " " } }.joined(separator: "\n")
    }
    let blocks = text.split(separator: "```swift\n").dropFirst().compactMap {
      $0.split(separator: "```").first
    }
    #expect(blocks.count >= 7)
    for block in blocks {
      #expect(lines(code).contains(lines(block)), "Not compiled:\n\(block)")
    }
  }
}
