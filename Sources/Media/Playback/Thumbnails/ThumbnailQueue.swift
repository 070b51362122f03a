import MediaCore
import Models
import Platform

/// Which thumbnails are wanted, being made, and ready.
///
/// The newest request counts: what is no longer part of it is cancelled, even in the midst of
/// decoding.
/// Storyboards are made when no thumbnail is missing.
final class ThumbnailQueue: Sendable {
  /// A thumbnail to make, or the storyboard of one that is there.
  struct Job: Sendable {
    var request: ThumbnailRequest
    var area: FrameArea
    var isStoryboard = false
    var cancellation: CancellationToken
  }

  fileprivate struct Entry {
    var request: ThumbnailRequest
    /// The area it was scaled for; `nil` if it failed, which another area does not change.
    var area: FrameArea?
    var pixels: PixelBuffer?
    /// What it was scaled from, where nothing keeps that.
    var unscaled: PixelBuffer?
    var thumbnail: Thumbnail<Int>
    /// Whether a better frame is being looked for.
    var isPreliminary = false
    /// Further frames of its clip; `nil` until they were made.
    var storyboard: [PixelBuffer]?

    var bytes: Int {
      ([pixels, unscaled].compactMap(\.self) + (storyboard ?? []))
        .reduce(0) { $0 + $1.size.width * $1.size.height * 4 }
    }

    var serial: Int { (try? thumbnail.image.get()) ?? 0 }
  }

  fileprivate struct State {
    var wanted: [ThumbnailRequest] = []
    /// Whose storyboards are wanted.
    var moving: [ItemID] = []
    var area: FrameArea?
    var entries: [ItemID: Entry] = [:]
    var running: [ItemID: Job] = [:]
    var changed: [ItemID: Thumbnail<Int>] = [:]
    var serial = 0
    var isShutDown = false
  }

  /// How many thumbnails are kept besides those that are wanted, and how many bytes their pixels
  /// may take.
  private static let limit = (count: 2_000, bytes: 16 << 20)

  /// The bytes that storyboards may take: those of cells take a hundredth.
  fileprivate static let storyboardLimit = 64 << 20

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
      let isMissing = state.next != nil
      let unwanted = state.running.values.filter {
        !wanted.contains($0.request) || $0.isStoryboard && isMissing
      }
      state.forget(except: Set(requests.map(\.id)), limit: Self.limit)
      // The requester may have forgotten it.
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

  /// Requests the storyboards of some thumbnails, in place of others.
  func setMoving(_ ids: [ItemID]) {
    let unwanted = state.withLock { state in
      state.moving = ids
      if state.storyboardBytes > Self.storyboardLimit {
        let kept = Set(ids)
        for id in state.entries.keys where !kept.contains(id) {
          state.entries[id]?.storyboard = nil
        }
      }
      return state.running.values.filter { $0.isStoryboard && !ids.contains($0.request.id) }
    }
    for job in unwanted { job.cancellation.cancel() }
    wake()
  }

  func takeChanges() -> [ItemID: Thumbnail<Int>] {
    state.withLock { state in
      defer { state.changed = [:] }
      return state.changed
    }
  }

  func setArea(_ area: FrameArea) {
    state.withLock { $0.area = area }
    wake()
  }

  /// A thumbnail's image: the one that it stands for, or one of its storyboard.
  func pixels(_ id: ItemID, _ turn: Int = 0) -> PixelBuffer? {
    state.withLock { state in
      guard let entry = state.entries[id] else { return nil }
      guard turn > 0, let storyboard = entry.storyboard, !storyboard.isEmpty else {
        return entry.pixels
      }
      return storyboard[(turn - 1) % storyboard.count]
    }
  }

  /// Whether a thumbnail has a storyboard to turn through.
  func isMoving(_ id: ItemID) -> Bool {
    state.withLock { ($0.entries[id]?.storyboard?.count ?? 0) > 1 }
  }

  /// Cancels everything, permanently.
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
  var hasWork: Bool { state.withLock { $0.next != nil || $0.nextStoryboard != nil } }

  /// Takes the most wanted thumbnail that is neither there nor being made.
  ///
  /// - Parameter hostTime: The clock of its deadline.
  func take(hostTime: @escaping @Sendable () -> Double) -> Job? {
    state.withLock { state in
      let thumbnail = state.next
      guard let area = state.area, let next = thumbnail ?? state.nextStoryboard else { return nil }
      let job = Job(
        request: next, area: area, isStoryboard: thumbnail == nil,
        cancellation: CancellationToken(hostTime: hostTime))
      state.running[next.id] = job
      return job
    }
  }

  /// Publishes the thumbnail of a job.
  ///
  /// - Parameters:
  ///   - thumbnail: Scaled for the job's area.
  ///   - isPreliminary: Whether a better one is being looked for.
  ///   - unscaled: What it was scaled from, if nothing else keeps that.
  func publish(
    _ thumbnail: Thumbnail<PixelBuffer>, of job: Job, isPreliminary: Bool = false,
    keeping unscaled: PixelBuffer? = nil
  ) {
    let isNews = state.withLock { state in
      guard state.running[job.request.id]?.cancellation === job.cancellation else { return false }
      state.serial += 1
      let pixels = try? thumbnail.image.get()
      let published = thumbnail.with(thumbnail.image.map { _ in state.serial })
      state.entries[job.request.id] = Entry(
        request: job.request, area: pixels.map { _ in job.area }, pixels: pixels,
        unscaled: unscaled, thumbnail: published, isPreliminary: pixels != nil && isPreliminary)
      state.changed[job.request.id] = published
      return true
    }
    if isNews { changes.send(()) }
  }

  /// Publishes the storyboard of a job; one without frames is not tried again.
  func publish(_ storyboard: [PixelBuffer], of job: Job) {
    state.withLock { state in
      let id = job.request.id
      guard state.running[id]?.cancellation === job.cancellation,
        state.entries[id]?.request == job.request
      else { return }
      state.entries[id]?.storyboard = storyboard
    }
  }

  /// What a job's thumbnail was scaled from for another area, if that was kept.
  func kept(for job: Job) -> Thumbnail<PixelBuffer>? {
    state.withLock { state in
      guard let entry = state.entries[job.request.id], entry.request == job.request,
        !entry.isPreliminary, let unscaled = entry.unscaled
      else { return nil }
      return entry.thumbnail.with(.success(unscaled))
    }
  }

  /// Forgets thumbnails of clips that have changed.
  func forget(_ ids: [ItemID]) {
    state.withLock { state in
      for id in ids { state.entries[id] = nil }
    }
    wake()
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
  /// How many clips of servers are opened at once.
  private static let remoteLimit = 2

  /// The most wanted thumbnail that is neither there nor being made.
  fileprivate var next: ThumbnailRequest? {
    guard !isShutDown, let area else { return nil }
    let remoteCount = running.values.count { $0.request.location.isRemote }
    return wanted.first { request in
      // A server is not to be stormed.
      guard !request.location.isRemote || remoteCount < Self.remoteLimit else { return false }
      guard running[request.id] == nil else { return false }
      guard let entry = entries[request.id], entry.request == request else { return true }
      return entry.isPreliminary || entry.area.map { $0 != area } ?? false
    }
  }

  fileprivate var storyboardBytes: Int {
    entries.values.reduce(0) { sum, entry in
      sum + (entry.storyboard ?? []).reduce(0) { $0 + $1.size.width * $1.size.height * 4 }
    }
  }

  /// The next storyboard to make: only of files, because a server would send much of each clip.
  fileprivate var nextStoryboard: ThumbnailRequest? {
    guard !isShutDown, let area, storyboardBytes <= ThumbnailQueue.storyboardLimit else {
      return nil
    }
    return moving.lazy.compactMap { id in entries[id] }.first { entry in
      running[entry.request.id] == nil && entry.storyboard == nil && !entry.isPreliminary
        && entry.area == area && !entry.request.location.isRemote && entry.thumbnail.duration != nil
    }?.request
  }

  /// Forgets what is not wanted as far as it exceeds the limits.
  fileprivate mutating func forget(
    except wanted: Set<ItemID>, limit: (count: Int, bytes: Int)
  ) {
    let others = entries.filter { !wanted.contains($0.key) }
    var (count, bytes) = (others.count, others.values.reduce(0) { $0 + $1.bytes })
    guard count > limit.count || bytes > limit.bytes else { return }
    // The oldest first.
    for (id, entry) in others.sorted(by: { $0.value.serial < $1.value.serial }) {
      guard count > limit.count / 2 || bytes > limit.bytes / 2 else { return }
      entries[id] = nil
      count -= 1
      bytes -= entry.bytes
    }
  }
}
