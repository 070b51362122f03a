import Clients
import FeedCore
import GRDB
import Models
import Platform

/// What Flick remembers between runs: likes, history, places, and what is known of files.
/// `docs/state-files.md` describes the database; docs/decisions/records.md gives the reasons.
///
/// All work is done by one thread, in order; pending work is one transaction.
package final class RecordStore: Sendable {
  private let queue = WorkQueue<RecordWork>(limit: 1_024)
  private let options: RecordOptions
  private let onProblem: @Sendable (String) -> Void
  private let reported: Lock<[String]>
  private let closed = Wakeup()
  private let closing = Lock<[@Sendable () -> Void]>([])
  /// This run of the program, in the history.
  private let sitting = Int64.random(in: 1...Int64.max)
  private let isLossReported = Lock(false)
  /// How many of the user's decisions are being saved.
  private let decisionCount = Lock(0)

  /// Opens the store; nothing is read or created before it is needed.
  ///
  /// - Parameters:
  ///   - options: Where it is, and what it keeps.
  ///   - source: Names the feed; called on the store's thread.
  ///   - onProblem: Called when the store cannot be read or written, once for each cause; called
  ///     on any thread.
  package init(
    _ options: RecordOptions, source: @escaping @Sendable () -> SourceName,
    onProblem: @escaping @Sendable (String) -> Void
  ) {
    let reported = Lock<[String]>([])
    let onProblem: @Sendable (String) -> Void = { problem in
      reported.withLock { if $0.count < Self.maxProblems { $0.append(problem) } }
      onProblem(problem)
    }
    self.options = options
    self.onProblem = onProblem
    self.reported = reported
    // Before any clip is opened, which may be a link to it.
    OpenDatabases.add(CanonicalPath.ofItem(options.file))
    _ = WorkerThread(name: "records", niceness: 10) { [queue, closed, closing] in
      defer { closed.signal() }
      guard let first = queue.take() else { return }
      var writer = RecordWriter(
        database: RecordDatabase(options), source: source(), onProblem: onProblem)
      writer.perform(first)
      while let works = queue.take() { writer.perform(works) }
      for body in closing.withLock({ $0 }) { body() }
      writer.finish()
    }
  }

  deinit {
    queue.stop()
  }

  /// Waits until everything is written.
  ///
  /// - Parameters:
  ///   - deadline: The host time at which to give up.
  ///   - decisionDeadline: The same if a decision of the user is pending, which is a greater loss than a
  ///     visit.
  /// - Returns: Whether everything was written.
  @discardableResult
  package func flush(until deadline: Double, orDecisions decisionDeadline: Double = 0) -> Bool {
    let isDeciding = decisionCount.withLock { $0 > 0 }
    return queue.flush(until: isDeciding ? max(deadline, decisionDeadline) : deadline)
  }

  /// Waits until everything is written and the file is closed. Nothing can be saved afterwards.
  ///
  /// - Parameters:
  ///   - deadline: The host time at which to give up.
  ///   - decisionDeadline: The same if a decision of the user is pending.
  /// - Returns: What could not be read or saved in this run.
  package func close(until deadline: Double, orDecisions decisionDeadline: Double) -> [String] {
    let isSaved = flush(until: deadline, orDecisions: decisionDeadline)
    if !isSaved, decisionCount.withLock({ $0 > 0 }) {
      let problem = localized("%s: what you decided last was not saved in time", options.file)
      reported.withLock { $0.insert(problem, at: 0) }
    }
    queue.stop()
    closed.wait(timeout: max(deadline - HostTime.now, 0))
    return reported.withLock { $0 }
  }

  private static let maxProblems = 3

  /// The last place in a source; `nil` if unknown. Reads on the calling thread.
  package static func place(in source: SourceName, _ options: RecordOptions) -> LastPlace? {
    let found = try? RecordDatabase(reading: options).read { try $0.place(in: source.text) }
    guard var place = found ?? nil else { return nil }
    place.key = source.walked(place.key)
    return place
  }

  /// What the records can make a feed of.
  package enum Collection: Hashable, Sendable {
    case liked
    /// Clips that were left before their end, when they were last on screen.
    case begun
  }

  /// The items of a collection that still exist, latest first. Reads on the calling thread.
  package static func items(
    _ collection: Collection, _ options: RecordOptions
  ) -> Result<[FoundItem], FeedError> {
    Result { () throws(FileError) in
      try RecordDatabase(reading: options).read { records in
        switch collection {
        case .liked: try records.likedItems()
        case .begun: try records.begunItems()
        }
      }
    }
    .mapError(\.feedError)
  }

  /// For the reducers; all its work is done on the store's thread.
  package var client: RecordClient {
    var client = RecordClient()
    client.marks = { [self] keys in
      guard !keys.isEmpty else { return [:] }
      let marks = await ask(.read) { records, _ in try records.marks(of: keys) }
      return (try? marks.get()) ?? [:]
    }
    client.setLiked = { [self] items, isLiked in
      await decide { records, _ in
        for item in items { try records.setLiked(item, isLiked, at: WallClock.now) }
      }
    }
    client.setRotation = { [self] item, rotation in
      await decide { records, _ in try records.setRotation(item, rotation) }
    }
    client.decide = { [self] lot in await decide { try $0.decide(lot, in: $1) } }
    client.takeBack = { [self] lot in await decide { records, _ in try records.takeBack(lot) } }
    client.lots = { [self] in (try? await ask(.read) { try $0.lots(in: $1) }.get()) ?? [] }
    client.tags = { [self] in
      (try? await ask(.read) { records, _ in try records.tags() }.get()) ?? []
    }
    client.soundDelay = { [self] in
      let delay = await ask(.read) { records, _ in
        try records.soundDelay(of: records.options.soundDevice)
      }
      return (try? delay.get()) ?? 0
    }
    client.saveSoundDelay = { [self] delay in
      _ = await decide { records, _ in
        try records.setSoundDelay(delay, of: records.options.soundDevice)
      }
    }
    client.hints = { [self] in
      try? await ask(.read) { records, _ in try records.hints() }.get()
    }
    client.noteHint = { [self] name in
      _ = await ask(.write) { records, _ in try records.noteHint(name) }
    }
    client.record = { [self] impression in
      guard options.keepsHistory else { return }
      _ = await ask(.write) { [sitting] in try $0.add(impression, in: sitting, of: $1.text) }
    }
    client.savePlace = { [self] place in
      guard options.keepsHistory else { return }
      _ = await ask(.write) { records, source in
        try records.setPlace(
          ItemKey(place.key, records.options.base, canonical: source.canonical),
          excerptStart: place.excerptStart, in: source.text, at: WallClock.now)
      }
    }
    return client
  }

  /// Reads where a clip was left.
  ///
  /// - Parameter answer: Called once, on any thread, with that in seconds: 0 if it starts at its
  ///   beginning, `nil` if the records cannot be read.
  package func position(
    of location: MediaLocation, answer: @escaping @Sendable (Double?) -> Void
  ) {
    guard options.keepsHistory else { return answer(0) }
    let work = RecordWork(.read) { records, _ in
      try records.position(of: location.contentKey)
    } completion: {
      answer(try? $0.get())
    }
    if !queue.add(work) { answer(nil) }
  }

  /// Returns at once; does nothing if no history is kept.
  package func save(_ left: LeftClip, of location: MediaLocation) {
    guard options.keepsHistory else { return }
    let work = RecordWork(.write) { records, _ in
      try records.setLeft(left, of: location.contentKey)
    } completion: { _ in
    }
    if !queue.add(work) { reportLoss() }
  }

  /// Returns at once; does nothing if no history is kept.
  func save(_ files: [ProbedFile]) {
    guard options.keepsHistory else { return }
    queue.add(
      RecordWork(.write) { records, _ in
        for file in files { try records.save(file) }
      } completion: { _ in
      })
  }

  /// A connection of its own, to read with on another thread.
  ///
  /// - Parameter close: Called before the store closes the file, which needs it alone.
  func reader(close: @escaping @Sendable () -> Void) -> RecordDatabase {
    closing.withLock { $0.append(close) }
    return RecordDatabase(options, isReader: true)
  }

  private func reportLoss() {
    let isNews = isLossReported.withLock { isReported in
      defer { isReported = true }
      return !isReported
    }
    if isNews {
      onProblem(
        localized("%s does not respond; history is not being saved", options.file))
    }
  }

  /// Saves something that the user has decided; returns once it survives a power failure.
  ///
  /// Stays with its caller, so that two decisions are saved in their order.
  private func decide(
    isolation: isolated (any Actor)? = #isolation,
    _ body: @escaping @Sendable (Records, SourceName) throws -> Void
  ) async -> Result<Void, FeedError> {
    decisionCount.withLock { $0 += 1 }
    defer { decisionCount.withLock { $0 -= 1 } }
    return await ask(.durableWrite, body)
  }

  /// Does something on the store's thread; returns once it is committed, or why it could not be.
  private func ask<Value: Sendable>(
    isolation: isolated (any Actor)? = #isolation, _ access: RecordWork.Access,
    _ body: @escaping @Sendable (Records, SourceName) throws -> Value
  ) async -> Result<Value, FeedError> {
    await withCheckedContinuation { continuation in
      let work = RecordWork(access, body) { continuation.resume(returning: $0) }
      if !queue.add(work) {
        reportLoss()
        continuation.resume(returning: .failure(FileError.locked(options.file).feedError))
      }
    }
  }
}
