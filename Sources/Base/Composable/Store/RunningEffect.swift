import Platform

/// What is known of a running effect from outside the main actor: who it is, and whether it is
/// suspended on something that a test controls.
package final class EffectHandle: Sendable {
  /// Its place in the order of effects started.
  package let serial: Int
  /// Where the effect was made.
  package let site: SourceSite
  /// Where the action was sent from that led to the effect.
  package let origin: SourceSite
  /// The action whose reduction returned the effect.
  package let cause: any Sendable
  /// What the effect runs in.
  package weak let runtime: StoreRuntime?
  private let suspensions = Lock<[String]>([])

  init(
    serial: Int, site: SourceSite, origin: SourceSite, cause: any Sendable,
    runtime: StoreRuntime
  ) {
    self.runtime = runtime
    self.serial = serial
    self.site = site
    self.origin = origin
    self.cause = cause
  }

  /// What the effect is suspended on that a test controls, in words.
  package var suspendedOn: [String] { suspensions.withLock { $0 } }

  /// Notes that a part of the effect suspends on something that a test controls.
  package func suspend(on reason: String) {
    suspensions.withLock { $0.append(reason) }
  }

  /// Notes that what the effect was suspended on is about to resume it.
  package func resume(from reason: String) {
    suspensions.withLock { reasons in
      if let index = reasons.firstIndex(of: reason) { reasons.remove(at: index) }
    }
  }
}

/// A `run` from the moment it is registered to the end of its task.
@MainActor
final class RunningEffect {
  nonisolated let handle: EffectHandle
  let token: EffectToken
  let activity: StoreTask
  private let runtime: StoreRuntime
  private var task: Task<Void, Never>?
  private(set) var isCancelled = false
  private(set) var isFinished = false

  init(
    handle: EffectHandle, token: EffectToken, activity: StoreTask, runtime: StoreRuntime
  ) {
    self.handle = handle
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
    if let task { runtime.cancel(task) }
  }

  /// Forgets the effect; whoever calls this ends its part of the activity.
  func finish() {
    isFinished = true
    task = nil
    token.remove(self)
    runtime.remove(self)
  }
}
