import MediaCore
import Models
import Platform

/// Jobs that callers wait for, done one at a time on one thread (docs/decisions/engine-threads.md).
///
/// Thumbnails have a queue of their own: nobody waits for one of them, what is wanted changes with
/// each screen, and several are made at once.
final class JobQueue<Request: Sendable, Value: Sendable, Failure: Error>: Sendable {
  typealias Outcome = Result<Value, Failure>

  /// A request that a caller is waiting for.
  final class Job: Sendable {
    let request: Request
    fileprivate let outcome = Promise<Outcome>()

    fileprivate init(_ request: Request) { self.request = request }
  }

  /// What tells one queue from another.
  struct Rules: Sendable {
    /// The maximum number waiting.
    var limit: Int
    /// The failure of a job that nobody waits for any more, or that found no room.
    var cancelled: Failure
    /// How long to continue with such a job, in seconds: its decoder may be worth keeping.
    var grace = 0.0
    /// Whether a job goes before those that are not.
    var isUrgent: @Sendable (Request) -> Bool
    /// Whether a later job of this kind takes its place.
    var isReplaceable: @Sendable (Request) -> Bool = { _ in false }
  }

  private struct State {
    var waiting: [Job] = []
    var running: Job?
    /// Cancels the work on the running job.
    var token: CancellationToken?
    var isShutDown = false
  }

  let wakeup = Wakeup()
  private let state = Lock(State(), rank: .jobQueue)
  private let rules: Rules
  private let hostTime: @Sendable () -> Double

  init(_ rules: Rules, hostTime: @escaping @Sendable () -> Double) {
    self.rules = rules
    self.hostTime = hostTime
  }

  /// Requests something and waits for it.
  func outcome(of request: Request) async -> Outcome {
    let job = Job(request)
    return await withTaskCancellationHandler {
      if !job.outcome.isKept { post(job) }
      return await job.outcome.value
    } onCancel: {
      cancel { $0 === job }
      job.outcome.keep(.failure(rules.cancelled))
    }
  }

  private func post(_ job: Job) {
    if rules.isReplaceable(job.request) { cancel { self.rules.isReplaceable($0.request) } }
    let isTaken = state.withLock { state in
      guard !state.isShutDown, state.waiting.count < rules.limit else { return false }
      state.waiting.append(job)
      return true
    }
    if !isTaken { job.outcome.keep(.failure(rules.cancelled)) }
    wakeup.signal()
  }

  /// Cancels jobs, also the one that is being done.
  func cancel(where isUnwanted: (Job) -> Bool) {
    let deadline = hostTime() + rules.grace
    let jobs = state.withLock { state in
      var jobs = state.waiting.filter(isUnwanted)
      state.waiting.removeAll(where: isUnwanted)
      if let running = state.running, isUnwanted(running) {
        jobs.append(running)
        state.token?.setDeadline(deadline)
      }
      return jobs
    }
    for job in jobs { job.outcome.keep(.failure(rules.cancelled)) }
  }

  /// Cancels all jobs permanently.
  func shutDown() {
    state.withLock { state in
      state.isShutDown = true
      state.token?.cancel()
    }
    cancel { _ in true }
    wakeup.signal()
  }

  // MARK: The thread that does them

  /// Takes the next job.
  func take() -> Job? {
    state.withLock { state in
      state.waiting.removeAll(where: \.outcome.isKept)
      let index =
        state.waiting.firstIndex { rules.isUrgent($0.request) } ?? state.waiting.indices.first
      state.running = index.map { state.waiting.remove(at: $0) }
      return state.running
    }
  }

  /// Records what cancels the work on the current job, and its deadline.
  func use(_ token: CancellationToken, until deadline: Double) {
    state.withLock { state in
      state.token = token
      token.setDeadline(state.running?.outcome.isKept == false ? deadline : hostTime())
      if state.isShutDown { token.cancel() }
    }
  }

  /// Delivers the outcome of the current job.
  func finish(_ outcome: Outcome) {
    let job = state.withLock { state in
      defer { state.running = nil }
      return state.running
    }
    job?.outcome.keep(outcome)
  }
}
