import Composable
import ComposableTesting
import FoundationEssentials
import IssueReporting
import Platform
import TestSupport
import Testing

private struct Player: Sendable {
  var play: @Sendable (Int) -> Void
  var duration: @Sendable (Int) -> Double
}

extension Player: DependencyKey {
  static let testValue = Self(
    play: unimplemented("Player.play"),
    duration: unimplemented("Player.duration", placeholder: -1))
}

private enum Name: DependencyKey {
  static let testValue = "test"
  static let liveValue = "live"
}

extension DependencyValues {
  fileprivate var player: Player {
    get { self[Player.self] }
    set { self[Player.self] = newValue }
  }

  fileprivate var name: String {
    get { self[Name.self] }
    set { self[Name.self] = newValue }
  }
}

@MainActor
@Suite struct DependencyTests {
  private enum Action: Equatable {
    case play
    case again
    case duration(Double)
  }

  private struct Feature: Reducer {
    @Dependency(\.player) var player

    func reduce(into state: inout Double, action: Action) -> Effect<Action> {
      switch action {
      case .play:
        return .run { [player] send in
          player.play(1)
          await send(.duration(player.duration(1)))
        }
      case .again:
        return .none
      case .duration(let duration):
        state = duration
        return .none
      }
    }
  }

  @Test func unsetEndpointFailsTheTestByNameAndReturnsAPlaceholder() async {
    let store = TestStore(initialState: 0) {
      Feature()
    } withDependencies: {
      $0.player.play = { _ in }
    }
    await expectIssue("Unimplemented", "Player.duration") {
      await store.send(.play)
    }
    await store.receive(.duration(-1)) { $0 = -1 }
  }

  @Test func unsetClockAndDateFailTheTest() async {
    await expectIssue("DependencyValues.date") { _ = DependencyValues.current.date.now }
    await expectIssue("DependencyValues.clock") {
      try? await DependencyValues.current.clock.sleep(for: .zero)
    }
  }

  @Test func dateCanBeOverridden() {
    withDependencies {
      $0.date = .constant(Date(timeIntervalSinceReferenceDate: 7))
    } operation: {
      @Dependency(\.date) var date
      #expect(date.now == Date(timeIntervalSinceReferenceDate: 7))
    }
  }

  @Test func builtInLiveValuesWork() async throws {
    var values = DependencyValues()
    values.isLive = true
    #expect(values.date.now <= Date())
    try await values.clock.sleep(for: .zero)
  }

  @Test func missingLiveValueIsReported() async {
    await expectIssue("Player has no live value") {
      withDependencies {
        $0.isLive = true
      } operation: {
        _ = DependencyValues.current.player
      }
    }
  }

  @Test func testsUseTestValuesByDefault() {
    #expect(DependencyValues.current.name == "test")
    withDependencies {
      $0.isLive = true
    } operation: {
      #expect(DependencyValues.current.name == "live")
    }
  }

  @Test func overridesLastOnlyForTheirOperation() {
    withDependencies {
      $0.name = "outer"
    } operation: {
      withDependencies {
        $0.name = "inner"
      } operation: {
        #expect(DependencyValues.current.name == "inner")
      }
      #expect(DependencyValues.current.name == "outer")
    }
  }

  /// The effect runs after the override has ended.
  @Test func effectUsesTheDependenciesFromItsCreation() async {
    struct Reader: Reducer {
      @Dependency(\.name) var name

      var body: some Reducer<[String], String> {
        Reduce { state, action in
          guard action == "start" else {
            state.append(action)
            return .none
          }
          return withDependencies {
            $0.name = "made"
          } operation: {
            .run { send in
              await Task.yield()
              await send(name)
            }
          }
        }
      }
    }
    let store = Store(initialState: [String]()) {
      Reader()
    } withDependencies: {
      $0.name = "store"
    }
    await store.send("start").finish()
    #expect(store.state == ["made"])
  }

  @Test func initialStateUsesTheDependenciesOfTheStore() {
    func initialState() -> String {
      @Dependency(\.name) var name
      return name
    }
    let store = Store(initialState: initialState()) {
      Reduce<String, String> { _, _ in .none }
    } withDependencies: {
      $0.name = "store"
    }
    #expect(store.state == "store")
  }

  @Test func dependenciesOfATestStoreCanChangeMidTest() async {
    let played = Log<Int>()
    let store = TestStore(initialState: 0) {
      Feature()
    } withDependencies: {
      $0.player = Player(play: { played.append($0) }, duration: { _ in 1 })
    }
    await store.send(.play)
    await store.receive(.duration(1)) { $0 = 1 }
    store.dependencies.player.duration = { _ in 2 }
    await store.send(.play)
    await store.receive(.duration(2)) { $0 = 2 }
    #expect(played.elements == [1, 1])
  }
}
