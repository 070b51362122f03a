/// Everything that follows from an action sent to a store: its effects, the actions they send, and
/// the effects of those. It ends when the last effect has ended and the last action has been
/// reduced.
@MainActor
package final class StoreTask {
  /// Cancels everything that follows.
  let token = EffectToken(parent: nil, serial: 0)
  /// Where the action was sent.
  nonisolated let origin: SourceSite
  private var outstanding = 0
  private var waiters: [CheckedContinuation<Void, Never>] = []

  init(origin: SourceSite) {
    self.origin = origin
  }

  package var isFinished: Bool { outstanding == 0 }

  package var isCancelled: Bool { token.isCancelled }

  func begin() { outstanding += 1 }

  func end() {
    outstanding -= 1
    guard outstanding == 0, !waiters.isEmpty else { return }
    let waiters = waiters
    self.waiters = []
    for waiter in waiters {
      waiter.resume()
    }
  }

  /// Waits until everything has ended. Cancelling the waiting task cancels everything.
  package func finish() async {
    await withTaskCancellationHandler {
      await wait()
    } onCancel: {
      Task { @MainActor in token.cancel() }
    }
  }

  /// Cancels everything and waits until it has ended.
  package func cancel() async {
    token.cancel()
    await wait()
  }

  private func wait() async {
    guard !isFinished else { return }
    await withCheckedContinuation { waiters.append($0) }
  }
}
