/// The source of a store's state and the target of its actions: the root, or part of another core.
@MainActor
class StoreCore<State: Sendable, Action: Sendable> {
  let runtime: StoreRuntime

  init(runtime: StoreRuntime) {
    self.runtime = runtime
  }

  /// The current state; `nil` if its child was removed.
  var currentState: State? { preconditionFailure("A subclass responds.") }

  /// The current state; for a removed child, the state from when its store was created.
  var state: State { preconditionFailure("A subclass responds.") }

  /// Sends an action towards the root.
  func send(_ action: Action, origin: SourceSite) -> StoreTask {
    preconditionFailure("A subclass responds.")
  }
}

/// A child: a property, which always exists, or an optional or an element, which may be removed.
final class ChildCore<Parent: Sendable, ParentAction: Sendable, Child: Sendable, Action: Sendable>:
  StoreCore<Child, Action>
{
  private let parent: StoreCore<Parent, ParentAction>
  private let project: (Parent) -> Child?
  private let embed: (Action) -> ParentAction
  /// Read by views that briefly outlive the child.
  private let initialState: Child

  init(
    parent: StoreCore<Parent, ParentAction>, initialState: Child,
    project: @escaping (Parent) -> Child?, embed: @escaping (Action) -> ParentAction
  ) {
    self.parent = parent
    self.initialState = initialState
    self.project = project
    self.embed = embed
    super.init(runtime: parent.runtime)
  }

  override var currentState: Child? { parent.currentState.flatMap(project) }

  override var state: Child { currentState ?? initialState }

  override func send(_ action: Action, origin: SourceSite) -> StoreTask {
    parent.send(embed(action), origin: origin)
  }
}
