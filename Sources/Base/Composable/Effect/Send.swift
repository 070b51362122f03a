/// Sends actions from a running effect back to the store.
///
/// Actions of a cancelled effect are dropped. Sending after the effect has ended is reported,
/// because nothing could track or cancel it.
package struct Send<Action: Sendable>: Sendable {
  private let deliver: @MainActor @Sendable (Action) -> Void

  init(_ deliver: @escaping @MainActor @Sendable (Action) -> Void) {
    self.deliver = deliver
  }

  /// Sends an action, unless the effect was cancelled.
  ///
  /// Asynchronous so that it reads the same in the effect and in its child tasks; it does not wait
  /// for the consequences of the action.
  @MainActor
  package func callAsFunction(_ action: Action) async {
    guard !Task.isCancelled else { return }
    deliver(action)
  }

  /// The same for an effect whose actions are transformed by `transform`.
  func pullback<ChildAction: Sendable>(
    _ transform: @escaping @Sendable (ChildAction) -> Action
  ) -> Send<ChildAction> {
    let deliver = deliver
    return Send<ChildAction> { deliver(transform($0)) }
  }
}
