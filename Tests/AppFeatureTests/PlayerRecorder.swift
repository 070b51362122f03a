import AppFeature
import Clients
import Models
import Platform

/// A player repository that writes down what it is told and says what a test lets it say.
final class PlayerRecorder: Sendable {
  /// A call that changed something.
  enum Call: Hashable, Sendable {
    case create(PlayerID)
    case delete([PlayerID])
    case play(PlayerID)
    case pause(PlayerID)
    case seek(PlayerID, Double)
    case window(PreloadWindow)
    case loopMode(LoopMode)
    case muted(Bool)
    case volume(Double)
    case speed(Double)
    case step(PlayerID, Int)
    case soundTrack(PlayerID, Int)
    case captionTrack(PlayerID, Int?)
  }

  private struct Contents {
    var calls: [Call] = []
    var statuses: [PlayerID: AsyncStream<PlayerStatus>.Continuation] = [:]
    var ends: [PlayerID: AsyncStream<Void>.Continuation] = [:]
    var times: [PlayerID: PlaybackTime] = [:]
    var details: [PlayerID: MediaDetails] = [:]
    var tracks: [PlayerID: TrackChoice] = [:]
  }

  private let contents = Lock(Contents())

  /// Takes the calls so far.
  func takeCalls() -> [Call] {
    contents.withLock { contents in
      defer { contents.calls = [] }
      return contents.calls
    }
  }

  /// Tells the watchers of a player its status.
  func report(_ status: PlayerStatus, of id: PlayerID) {
    contents.withLock { $0.statuses[id] }?.yield(status)
  }

  /// Tells the watchers of a player that its clip has ended.
  func reportEnd(of id: PlayerID) {
    contents.withLock { $0.ends[id] }?.yield()
  }

  /// Sets where a player stands.
  func setTime(_ time: PlaybackTime, of id: PlayerID) {
    contents.withLock { $0.times[id] = time }
  }

  /// Sets what is known of a player's clip. A track that is chosen from then on counts as chosen.
  func setDetails(_ details: MediaDetails, tracks: TrackChoice = TrackChoice(), of id: PlayerID) {
    contents.withLock {
      $0.details[id] = details
      $0.tracks[id] = tracks
    }
  }

  /// A client that writes down here.
  var client: PlayerClient {
    PlayerClient(
      create: { self.record(.create($0.id)) },
      delete: { self.record(.delete($0)) },
      play: { self.record(.play($0)) },
      pause: { self.record(.pause($0)) },
      seek: { id, time, _ in self.record(.seek(id, time)) },
      setWindow: { self.record(.window($0)) },
      setPictureArea: { _ in },
      setDisplayTiming: { _ in },
      setLoopMode: { self.record(.loopMode($0)) },
      setMuted: { self.record(.muted($0)) },
      setVolume: { self.record(.volume($0)) },
      setSpeed: { self.record(.speed($0)) },
      step: { self.record(.step($0, $1)) },
      selectSoundTrack: { id, track in
        self.contents.withLock { $0.tracks[id, default: TrackChoice()].sound = track }
        self.record(.soundTrack(id, track))
      },
      selectCaptionTrack: { id, track in
        self.contents.withLock { $0.tracks[id, default: TrackChoice()].captions = track }
        self.record(.captionTrack(id, track))
      },
      still: { _ in .failure(.cancelled) },
      status: { id in
        let (stream, continuation) = AsyncStream.makeStream(of: PlayerStatus.self)
        self.contents.withLock { $0.statuses[id] = continuation }
        return stream
      },
      didPlayToEnd: { id in
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
        self.contents.withLock { $0.ends[id] = continuation }
        return stream
      },
      soundDevice: { AsyncStream { $0.finish() } },
      frame: { _ in nil },
      time: { id in self.contents.withLock { $0.times[id] ?? PlaybackTime() } },
      times: { _ in AsyncStream { $0.finish() } },
      details: { id in self.contents.withLock { $0.details[id] } },
      tracks: { id in self.contents.withLock { $0.tracks[id] ?? TrackChoice() } },
      captions: { _ in [] })
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

  /// A page with a message.
  static func notice(_ number: Int) -> FeedItem {
    FeedItem(
      id: ItemID(rawValue: number), kind: .notice(Notice(title: "Gone", detail: "No such file.")))
  }
}

extension ItemID: ExpressibleByIntegerLiteral {
  package init(integerLiteral value: Int) {
    self.init(rawValue: value)
  }
}

extension PlayerID: ExpressibleByIntegerLiteral {
  package init(integerLiteral value: Int) {
    self.init(rawValue: value)
  }
}
