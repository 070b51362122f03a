/// What follows from an action sent to a store: its effects, the actions they send, and the
/// effects of those.
package struct StoreTask: Sendable {
  private let activity: Activity?

  init(_ activity: Activity?) {
    self.activity = activity
  }

  /// Waits until everything has ended. When the waiting task is cancelled, so is everything.
  package func finish() async {
    guard let activity else { return }
    await withTaskCancellationHandler {
      await activity.wait()
    } onCancel: {
      Task { @MainActor in activity.token.cancel() }
    }
  }

  /// Cancels everything, and waits until it has ended.
  @MainActor
  package func cancel() async {
    activity?.token.cancel()
    await activity?.wait()
  }

  /// Whether everything has ended.
  @MainActor
  package var isFinished: Bool { activity?.isFinished ?? true }

  /// Whether everything was cancelled.
  @MainActor
  package var isCancelled: Bool { activity?.token.isCancelled ?? false }
}
