import MediaCore
import Models
import Platform

/// Which thumbnails are wanted, being made, and ready.
///
/// The newest wish counts: what is no longer part of it is called off, also in the midst of decoding.
final class ThumbnailQueue: Sendable {
  /// A thumbnail to make.
  struct Job: Sendable {
    var request: ThumbnailRequest
    var area: FrameArea
    var cancellation: CancellationToken
  }

  fileprivate struct Entry {
    var request: ThumbnailRequest
    /// The area it was scaled for; `nil` if it failed, which another area does not change.
    var area: FrameArea?
    var pixels: PixelBuffer?
    var thumbnail: Thumbnail
    /// Whether a better picture of it is being looked for.
    var isPreliminary = false
  }

  fileprivate struct State {
    var wanted: [ThumbnailRequest] = []
    var area: FrameArea?
    var entries: [ItemID: Entry] = [:]
    var running: [ItemID: Job] = [:]
    var changed: [ItemID: Thumbnail] = [:]
    var serial = 0
    var isShutDown = false
  }

  /// How many thumbnails are kept besides those that are wanted, and how many bytes their pictures
  /// may take.
  private static let limit = (count: 2_000, bytes: 16 << 20)

  let changes = Broadcast<Void>()
  private let state = Lock(State())
  private let wakeups: [Wakeup]

  /// Creates an empty queue.
  ///
  /// - Parameter workerCount: How many threads take from it.
  init(workerCount: Int) {
    wakeups = (0..<max(workerCount, 1)).map { _ in Wakeup() }
  }

  var workerCount: Int { wakeups.count }

  /// Signalled when there may be something to do.
  func wakeup(of worker: Int) -> Wakeup { wakeups[worker] }

  func want(_ requests: [ThumbnailRequest]) {
    let unwanted = state.withLock { state in
      state.wanted = requests
      let wanted = Set(requests)
      let unwanted = state.running.values.filter { !wanted.contains($0.request) }
      state.forget(except: Set(requests.map(\.id)), limit: Self.limit)
      // Whoever wants it may not know it any more.
      for request in requests {
        guard let entry = state.entries[request.id], entry.request == request else { continue }
        state.changed[request.id] = entry.thumbnail
      }
      return unwanted
    }
    for job in unwanted { job.cancellation.cancel() }
    changes.send(())
    wake()
  }

  func takeChanges() -> [ItemID: Thumbnail] {
    state.withLock { state in
      defer { state.changed = [:] }
      return state.changed
    }
  }

  func setArea(_ area: FrameArea) {
    state.withLock { $0.area = area }
    wake()
  }

  func pixels(_ id: ItemID) -> PixelBuffer? { state.withLock { $0.entries[id]?.pixels } }

  /// Calls everything off, permanently.
  func shutDown() {
    let running = state.withLock { state in
      state.isShutDown = true
      state.wanted = []
      return Array(state.running.values)
    }
    for job in running { job.cancellation.cancel() }
    changes.finish()
    wake()
  }

  func wake() {
    for wakeup in wakeups { wakeup.signal() }
  }

  // MARK: The threads that make them

  /// Whether there is anything to make.
  var hasWork: Bool { state.withLock { $0.next != nil } }

  /// Takes the most wanted thumbnail that is neither there nor being made.
  ///
  /// - Parameter hostTime: The clock of its deadline.
  func take(hostTime: @escaping @Sendable () -> Double) -> Job? {
    state.withLock { state in
      guard let area = state.area, let next = state.next else { return nil }
      let job = Job(
        request: next, area: area, cancellation: CancellationToken(hostTime: hostTime))
      state.running[next.id] = job
      return job
    }
  }

  /// Publishes the picture of a job, or why there is none.
  ///
  /// - Parameters:
  ///   - outcome: The picture, scaled for the job's area.
  ///   - isPreliminary: Whether a better one is being looked for.
  func publish(
    _ outcome: Result<PixelBuffer, MediaError>, duration: Double?, position: Double?, of job: Job,
    isPreliminary: Bool = false
  ) {
    let isNews = state.withLock { state in
      guard state.running[job.request.id]?.cancellation === job.cancellation else { return false }
      state.serial += 1
      let thumbnail: Thumbnail
      switch outcome {
      case .success(let pixels):
        thumbnail = Thumbnail(
          picture: .made(serial: state.serial), duration: duration, position: position)
        state.entries[job.request.id] = Entry(
          request: job.request, area: job.area, pixels: pixels, thumbnail: thumbnail,
          isPreliminary: isPreliminary)
      case .failure(let error):
        thumbnail = Thumbnail(picture: .failed(error), duration: duration, position: position)
        state.entries[job.request.id] = Entry(request: job.request, thumbnail: thumbnail)
      }
      state.changed[job.request.id] = thumbnail
      return true
    }
    if isNews { changes.send(()) }
  }

  /// Ends a job, whether or not anything was published.
  func end(_ job: Job) {
    state.withLock { state in
      guard state.running[job.request.id]?.cancellation === job.cancellation else { return }
      state.running[job.request.id] = nil
    }
  }
}

extension ThumbnailQueue.State {
  /// The most wanted thumbnail that is neither there nor being made.
  fileprivate var next: ThumbnailRequest? {
    guard !isShutDown, let area else { return nil }
    return wanted.first { request in
      guard running[request.id] == nil else { return false }
      guard let entry = entries[request.id], entry.request == request else { return true }
      return entry.isPreliminary || entry.area.map { $0 != area } ?? false
    }
  }

  /// Forgets what is not wanted as far as it exceeds the limits.
  fileprivate mutating func forget(
    except wanted: Set<ItemID>, limit: (count: Int, bytes: Int)
  ) {
    let others = entries.filter { !wanted.contains($0.key) }
    let bytes = others.values.reduce(0) { sum, entry in
      sum + (entry.pixels.map { $0.size.width * $0.size.height * 4 } ?? 0)
    }
    guard others.count > limit.count || bytes > limit.bytes else { return }
    for id in others.keys { entries[id] = nil }
  }
}
