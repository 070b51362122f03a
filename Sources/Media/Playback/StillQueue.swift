import MediaCore
import Models
import Platform

/// The queue for single frames (docs/decisions/engine-threads.md).
///
/// Of small frames, as requested by the seek bar while the pointer moves over it, only the newest
/// is made; full-size ones are queued.
final class StillQueue: Sendable {
  private struct State {
    var waiting: [StillJob] = []
    var running: StillJob?
    // The token of the running job's source.
    var token: CancellationToken?
    var isShutDown = false
  }

  /// The maximum number of full-size frames waiting; each can take more than a hundred megabytes
  /// once it is made.
  private static let waitingLimit = 4
  /// How long to continue with a frame that is no longer needed, in seconds: its decoder is worth
  /// keeping for the next.
  private static let grace = 0.2

  let wakeup = Wakeup()
  private let state = Lock(State(), rank: .stillQueue)
  private let hostTime: @Sendable () -> Double

  init(hostTime: @escaping @Sendable () -> Double) {
    self.hostTime = hostTime
  }

  /// Requests a frame and waits for it.
  func frame(_ request: StillRequest) async -> StillJob.Outcome {
    let job = StillJob(request)
    return await withTaskCancellationHandler {
      if !job.isOver { post(job) }
      return await job.outcome.value
    } onCancel: {
      cancel { $0 === job }
      job.outcome.keep(.failure(.cancelled))
    }
  }

  private func post(_ job: StillJob) {
    if job.isSmall { cancel(where: \.isSmall) }
    let isTaken = state.withLock { state in
      guard !state.isShutDown, state.waiting.count <= Self.waitingLimit else { return false }
      state.waiting.append(job)
      return true
    }
    if !isTaken { job.outcome.keep(.failure(.cancelled)) }
    wakeup.signal()
  }

  /// Cancels all jobs of a player.
  func cancel(_ id: PlayerID) {
    cancel { $0.request.id == id }
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

  private func cancel(where isUnwanted: (StillJob) -> Bool) {
    let deadline = hostTime() + Self.grace
    let jobs = state.withLock { state in
      var jobs = state.waiting.filter(isUnwanted)
      state.waiting.removeAll(where: isUnwanted)
      if let running = state.running, isUnwanted(running) {
        jobs.append(running)
        state.token?.setDeadline(deadline)
      }
      return jobs
    }
    for job in jobs { job.outcome.keep(.failure(.cancelled)) }
  }

  // MARK: The thread that makes them

  /// Takes the next job; full-size frames were requested explicitly and go first.
  func take() -> StillJob? {
    state.withLock { state in
      state.waiting.removeAll(where: \.isOver)
      let index = state.waiting.firstIndex { !$0.isSmall } ?? state.waiting.indices.first
      state.running = index.map { state.waiting.remove(at: $0) }
      return state.running
    }
  }

  /// Records the running job's source, and its deadline.
  func use(_ token: CancellationToken, until deadline: Double) {
    state.withLock { state in
      state.token = token
      token.setDeadline(state.running?.isOver == false ? deadline : hostTime())
      if state.isShutDown { token.cancel() }
    }
  }

  /// Delivers the outcome of the current job.
  func finish(_ outcome: StillJob.Outcome) {
    let job = state.withLock { state in
      defer { state.running = nil }
      return state.running
    }
    job?.outcome.keep(outcome)
  }
}
