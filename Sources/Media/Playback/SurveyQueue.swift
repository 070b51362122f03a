import MediaCore
import Models
import Platform

/// The queue for surveys: what is found out about a clip as a whole, one after the other.
final class SurveyQueue: Sendable {
  typealias Outcome = Result<Answer, ExcerptError>

  /// What is asked about a clip.
  enum Question: Hashable {
    case excerpts(ExcerptRequest)
    /// Where something happens.
    case events
  }

  enum Answer: Hashable {
    case excerpts([TimeSpan])
    /// When, in seconds, in order.
    case events([Double])

    var excerpts: [TimeSpan] { if case .excerpts(let spans) = self { spans } else { [] } }
    var events: [Double] { if case .events(let times) = self { times } else { [] } }
  }

  /// A survey that a caller is waiting for.
  final class Job: Sendable {
    let location: MediaLocation
    let question: Question
    let outcome = Promise<Outcome>()

    init(_ location: MediaLocation, _ question: Question) {
      self.location = location
      self.question = question
    }
  }

  private struct State {
    var waiting: [Job] = []
    var running: (job: Job, cancellation: CancellationToken)?
    var isShutDown = false
  }

  /// The maximum number waiting; a window of the feed has fewer pages.
  private static let waitingLimit = 300

  let wakeup = Wakeup()
  private let state = Lock(State(), rank: .stillQueue)

  func ask(_ question: Question, about location: MediaLocation) async -> Outcome {
    let job = Job(location, question)
    return await withTaskCancellationHandler {
      if !job.outcome.isKept { post(job) }
      return await job.outcome.value
    } onCancel: {
      cancel { $0 === job }
      job.outcome.keep(.failure(.unreadable(.cancelled)))
    }
  }

  /// Cancels all jobs permanently.
  func shutDown() {
    state.withLock { $0.isShutDown = true }
    cancel { _ in true }
    wakeup.signal()
  }

  private func post(_ job: Job) {
    let isTaken = state.withLock { state in
      guard !state.isShutDown, state.waiting.count < Self.waitingLimit else { return false }
      // A user is waiting for it.
      state.waiting.insert(job, at: job.question == .events ? 0 : state.waiting.count)
      return true
    }
    if !isTaken { job.outcome.keep(.failure(.unreadable(.cancelled))) }
    wakeup.signal()
  }

  private func cancel(where isUnwanted: (Job) -> Bool) {
    let jobs = state.withLock { state in
      let jobs = state.waiting.filter(isUnwanted)
      state.waiting.removeAll(where: isUnwanted)
      if let running = state.running, isUnwanted(running.job) { running.cancellation.cancel() }
      return jobs
    }
    for job in jobs { job.outcome.keep(.failure(.unreadable(.cancelled))) }
  }

  // MARK: The thread that makes them

  /// Takes the oldest job.
  ///
  /// - Parameter cancellation: Cancels the work on it.
  func take(_ cancellation: CancellationToken) -> Job? {
    state.withLock { state in
      state.waiting.removeAll(where: \.outcome.isKept)
      guard !state.waiting.isEmpty else { return nil }
      let job = state.waiting.removeFirst()
      state.running = (job, cancellation)
      return job
    }
  }

  /// Delivers the outcome of the current job.
  func finish(_ outcome: Outcome) {
    let job = state.withLock { state in
      defer { state.running = nil }
      return state.running?.job
    }
    job?.outcome.keep(outcome)
  }
}
