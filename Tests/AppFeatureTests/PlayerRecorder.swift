import AppFeature
import Clients
import Models
import Platform
import TestSupport

/// A player repository that records the calls it gets and reports what a test sets.
final class PlayerRecorder: Sendable {
  /// A call with an effect.
  enum Call: Hashable, Sendable {
    case create(PlayerID)
    /// Likewise of a part of a clip, or from a time on.
    case open(PlayerID, TimeSpan?, from: Double?)
    case delete([PlayerID])
    case play(PlayerID)
    case pause(PlayerID)
    case seek(PlayerID, Double)
    /// A seek to the keyframe before a time.
    case scrub(PlayerID, Double)
    case window(PreloadWindow)
    case loopMode(LoopMode)
    case part(LoopedPart?)
    case muted(Bool)
    case volume(Double)
    case speed(Double)
    case soundDelay(Double)
    case step(PlayerID, Int)
    case soundTrack(PlayerID, Int)
    case subtitleTrack(PlayerID, Int?)
    case rotation(PlayerID, Rotation)
  }

  private struct Contents {
    var calls: [Call] = []
    var nextWatcher = 0
    /// The status last reported for each player.
    var latest: [PlayerID: PlayerStatus] = [:]
    var watchers: [PlayerID: [Int: AsyncStream<PlayerStatus>.Continuation]] = [:]
    var ends: [PlayerID: [Int: AsyncStream<Void>.Continuation]] = [:]
    /// The status of players as soon as they are watched, unless another was reported.
    var initialStatus: PlayerStatus?
    var times: [PlayerID: PlaybackTime] = [:]
    var events: ClipEvents? = ClipEvents()
    var excerpts: Result<[TimeSpan], ExcerptError>? = .failure(.isShort)
    var details: [PlayerID: MediaDetails] = [:]
    var tracks: [PlayerID: TrackChoice] = [:]
    var versions: [PlayerID: FileVersion] = [:]
  }

  private let contents = Lock(Contents())

  /// Returns the calls since the last time.
  func takeCalls() -> [Call] {
    contents.withLock { contents in
      defer { contents.calls = [] }
      return contents.calls
    }
  }

  /// Creates a repository whose players start with a status, or with none.
  init(initialStatus: PlayerStatus? = nil) {
    contents.withLock { $0.initialStatus = initialStatus }
  }

  /// How many streams of players are being read.
  var watcherCount: Int {
    contents.withLock { contents in
      contents.watchers.values.map(\.count).reduce(0, +)
        + contents.ends.values.map(\.count).reduce(0, +)
    }
  }

  /// The players whose status is being read, one entry per reader.
  var watched: [PlayerID] {
    contents.withLock { contents in
      contents.watchers.flatMap { id, watchers in watchers.map { _ in id } }
        .sorted { $0.rawValue < $1.rawValue }
    }
  }

  /// Reports a status to the watchers of a player, now and later.
  func report(_ status: PlayerStatus, of id: PlayerID) {
    let watchers = contents.withLock { contents in
      contents.latest[id] = status
      return contents.watchers[id] ?? [:]
    }
    for watcher in watchers.values { watcher.yield(status) }
  }

  /// Tells the watchers of a player that its clip has ended.
  func reportEnd(of id: PlayerID) {
    let watchers = contents.withLock { $0.ends[id] ?? [:] }
    for watcher in watchers.values { watcher.yield() }
  }

  /// Sets the position and duration of a player.
  func setTime(_ time: PlaybackTime, of id: PlayerID) {
    contents.withLock { $0.times[id] = time }
  }

  /// Sets which version of a file a player shows.
  func setVersion(_ version: FileVersion?, of id: PlayerID) {
    contents.withLock { $0.versions[id] = version }
  }

  /// Sets where something happens in all clips.
  ///
  /// - Parameter times: With `nil`, they are looked for until that is cancelled.
  func setEvents(_ times: [Double]?, areLiveliest: Bool = false) {
    contents.withLock {
      $0.events = times.map { ClipEvents(times: $0, areLiveliest: areLiveliest) }
    }
  }

  /// Sets which excerpts all clips have; with `nil`, they are looked for until that is cancelled.
  func setExcerpts(_ excerpts: Result<[TimeSpan], ExcerptError>?) {
    contents.withLock { $0.excerpts = excerpts }
  }

  /// Sets the details of a player's clip. A track that is selected later is recorded as selected.
  func setDetails(_ details: MediaDetails, tracks: TrackChoice = TrackChoice(), of id: PlayerID) {
    contents.withLock {
      $0.details[id] = details
      $0.tracks[id] = tracks
    }
  }

  /// A client of this recorder.
  var client: PlayerClient {
    var client = PlayerClient()
    client.create = { id, source in
      let isWhole = source.span == nil && source.startTime == nil
      self.record(isWhole ? .create(id) : .open(id, source.span, from: source.startTime))
    }
    let never = AsyncStream<Never> { _ in }
    client.events = { _ in
      if let events = self.contents.withLock({ $0.events }) { return events }
      for await _ in never {}
      return ClipEvents()
    }
    client.excerpts = { _, _ in
      if let excerpts = self.contents.withLock({ $0.excerpts }) { return excerpts }
      for await _ in never {}
      return .failure(.unreadable(.cancelled))
    }
    client.delete = { self.delete($0) }
    client.play = { self.record(.play($0)) }
    client.pause = { self.record(.pause($0)) }
    client.seek = { self.record($2 == .exact ? .seek($0, $1) : .scrub($0, $1)) }
    client.setWindow = { self.record(.window($0)) }
    client.setFrameArea = { _ in }
    client.setDisplayTiming = { _ in }
    client.setLoopMode = { self.record(.loopMode($0)) }
    client.setLoopedPart = { self.record(.part($0)) }
    client.setMuted = { self.record(.muted($0)) }
    client.setVolume = { self.record(.volume($0)) }
    client.setSpeed = { self.record(.speed($0)) }
    client.setSoundDelay = { self.record(.soundDelay($0)) }
    client.step = { self.record(.step($0, $1)) }
    client.selectSoundTrack = { id, track in
      self.contents.withLock { $0.tracks[id, default: TrackChoice()].sound = track }
      self.record(.soundTrack(id, track))
    }
    client.selectSubtitleTrack = { id, track in
      self.contents.withLock { $0.tracks[id, default: TrackChoice()].subtitles = track }
      self.record(.subtitleTrack(id, track))
    }
    client.setRotation = { self.record(.rotation($0, $1)) }
    client.still = { _ in .failure(.cancelled) }
    client.status = { self.watchStatus(of: $0) }
    client.didPlayToEnd = { self.watchEnd(of: $0) }
    client.soundDevice = { AsyncStream { $0.finish() } }
    client.frame = { _ in nil }
    client.nowPlaying = { id in
      self.contents.withLock {
        NowPlaying(
          time: $0.times[id] ?? PlaybackTime(), details: $0.details[id],
          tracks: $0.tracks[id] ?? TrackChoice(), fileVersion: $0.versions[id])
      }
    }
    return client
  }

  /// Forgets players and ends their streams.
  private func delete(_ ids: [PlayerID]) {
    record(.delete(ids))
    let (statuses, ends) = contents.withLock { contents in
      for id in ids { contents.latest[id] = nil }
      return (
        ids.flatMap { contents.watchers[$0, default: [:]].values },
        ids.flatMap { contents.ends[$0, default: [:]].values }
      )
    }
    for watcher in statuses { watcher.finish() }
    for watcher in ends { watcher.finish() }
  }

  private func watchStatus(of id: PlayerID) -> AsyncStream<PlayerStatus> {
    let (stream, continuation) = AsyncStream.makeStream(of: PlayerStatus.self)
    let (number, status) = contents.withLock { contents in
      contents.nextWatcher += 1
      contents.watchers[id, default: [:]][contents.nextWatcher] = continuation
      return (contents.nextWatcher, contents.latest[id] ?? contents.initialStatus)
    }
    continuation.onTermination = { _ in
      self.contents.withLock { $0.watchers[id]?[number] = nil }
    }
    if let status { continuation.yield(status) }
    return stream
  }

  private func watchEnd(of id: PlayerID) -> AsyncStream<Void> {
    let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
    let number = contents.withLock { contents in
      contents.nextWatcher += 1
      contents.ends[id, default: [:]][contents.nextWatcher] = continuation
      return contents.nextWatcher
    }
    continuation.onTermination = { _ in self.contents.withLock { $0.ends[id]?[number] = nil } }
    return stream
  }

  private func record(_ call: Call) {
    contents.withLock { $0.calls.append(call) }
  }
}

extension FeedItem {
  /// A clip of a made-up file.
  static func clip(_ number: Int) -> FeedItem {
    FeedItem(id: ItemID(rawValue: number), kind: .clip(Clip(file: FilePath("clip\(number).mp4"))))
  }

  /// A still of a made-up file.
  static func still(_ number: Int) -> FeedItem {
    FeedItem(
      id: ItemID(rawValue: number), kind: .still(Clip(file: FilePath("picture\(number).png"))))
  }

  /// An article.
  static func article(_ number: Int) -> FeedItem {
    FeedItem(
      id: ItemID(rawValue: number),
      kind: .article(
        Article(
          title: "Article \(number)", paragraphs: ["Text."],
          link: RemoteAddress("https://example.org/\(number)"))))
  }

  /// A notice.
  static func notice(_ number: Int) -> FeedItem {
    FeedItem(
      id: ItemID(rawValue: number), kind: .notice(Notice(title: "Gone", detail: "No such file.")))
  }
}
