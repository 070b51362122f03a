/// Where a store has its state from and its actions to: the root, or a part of another core.
@MainActor
class StoreCore<State: Sendable, Action: Sendable> {
  let runtime: StoreRuntime

  init(runtime: StoreRuntime) {
    self.runtime = runtime
  }

  /// The state now; `nil` when the child that it belongs to is gone.
  var currentState: State? { preconditionFailure("A subclass responds.") }

  /// The state now; of a child that is gone, what it was when its store was made.
  var state: State { preconditionFailure("A subclass responds.") }

  /// Sends an action towards the root.
  func send(_ action: Action, origin: SourceSite) -> StoreTask {
    preconditionFailure("A subclass responds.")
  }
}

/// A child: a property, which is always there, or an optional or an element, which may go.
final class ChildCore<Parent: Sendable, ParentAction: Sendable, Child: Sendable, Action: Sendable>:
  StoreCore<Child, Action>
{
  private let parent: StoreCore<Parent, ParentAction>
  private let project: (Parent) -> Child?
  private let embed: (Action) -> ParentAction
  /// What a view that outlives the child for a moment reads.
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
