import Platform

/// A `run` from the moment it is registered to the end of its task.
///
/// What a test wants to know of it is there outside the main actor, too: who it is, and whether it is
/// suspended on something that the test controls.
@MainActor
package final class RunningEffect {
  /// Its place in the order of effects started.
  package nonisolated let serial: Int
  /// Where the effect was made.
  package nonisolated let site: SourceSite
  /// The action whose reduction returned the effect.
  package nonisolated let cause: any Sendable
  /// What the effect runs in.
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

  /// Cancels the effect: what it sends from now on is dropped.
  func cancel() {
    isCancelled = true
    guard let task else { return }
    if let runtime { runtime.cancel(task) } else { task.cancel() }
  }

  /// Forgets the effect; whoever calls this ends its part of the activity.
  func finish() {
    isFinished = true
    task = nil
    token.remove(self)
    runtime?.remove(self)
  }

  /// Where the action was sent from that led to the effect.
  package nonisolated var origin: SourceSite { activity.origin }

  /// What the effect is suspended on that a test controls, in words.
  package nonisolated var suspendedOn: [String] { suspensions.withLock { $0 } }

  /// Notes that a part of the effect suspends on something that a test controls.
  package nonisolated func suspend(on reason: String) {
    suspensions.withLock { $0.append(reason) }
  }

  /// Notes that what the effect was suspended on is about to resume it.
  package nonisolated func resume(from reason: String) {
    suspensions.withLock { reasons in
      if let index = reasons.firstIndex(of: reason) { reasons.remove(at: index) }
    }
  }
}
