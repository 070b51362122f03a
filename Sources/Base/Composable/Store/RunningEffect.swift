import Platform

/// A `run` from its registration to the end of its task.
///
/// The information that tests need is available outside the main actor: its identity, and whether
/// it is suspended on something that the test controls.
@MainActor
package final class RunningEffect {
  /// Its position in the order of started effects.
  package nonisolated let serial: Int
  /// Where the effect was created.
  package nonisolated let site: SourceSite
  /// The action whose reduction returned the effect.
  package nonisolated let cause: any Sendable
  /// The runtime that the effect runs in.
  package nonisolated weak let runtime: StoreRuntime?
  nonisolated let activity: StoreTask
  let token: EffectToken
  private nonisolated let suspensions = Lock<[String]>([])
  private var task: Task<Void, Never>?
  private(set) var isCancelled = false
  private(set) var isFinished = false

  init(
    site: SourceSite, cause: any Sendable, token: EffectToken, activity: StoreTask,
    runtime: StoreRuntime
  ) {
    serial = runtime.nextSerial()
    self.site = site
    self.cause = cause
    self.token = token
    self.activity = activity
    self.runtime = runtime
    token.insert(self)
    activity.begin()
    runtime.insert(self)
  }

  func start(_ task: Task<Void, Never>) {
    guard !isFinished else { return }
    self.task = task
    if isCancelled { task.cancel() }
  }

  /// Cancels the effect: actions it sends from now on are dropped.
  func cancel() {
    isCancelled = true
    guard let task else { return }
    if let runtime { runtime.cancel(task) } else { task.cancel() }
  }

  /// Removes the effect; the caller ends its part of the activity.
  func finish() {
    isFinished = true
    task = nil
    token.remove(self)
    runtime?.remove(self)
  }

  /// Where the action that led to the effect was sent.
  package nonisolated var origin: SourceSite { activity.origin }

  /// A description of what the effect is suspended on that a test controls.
  package nonisolated var suspendedOn: [String] { suspensions.withLock { $0 } }

  /// Records that part of the effect suspends on something that a test controls.
  package nonisolated func suspend(on reason: String) {
    suspensions.withLock { $0.append(reason) }
  }

  /// Records that the effect is about to be resumed.
  package nonisolated func resume(from reason: String) {
    suspensions.withLock { reasons in
      if let index = reasons.firstIndex(of: reason) { reasons.remove(at: index) }
    }
  }
}
