import Clients
import Composable
import Models

// The part of a clip that matters.
extension Triage.State {
  /// Asks where the clip on screen is, to mark that.
  mutating func findPoint(_ point: Review.Point) -> Effect<Triage.Action> {
    @Dependency(\.playerClient) var playerClient
    guard scene.isMarkable, let clip = scene.page?.clip else {
      tell(.unmarkable)
      return .none
    }
    return .run { [playerClient] send in
      let time = playerClient.nowPlaying(clip.playerID).time
      await send(.pointFound(point, of: clip.id, at: time))
    }
  }

  /// Marks a point of the clip on screen, or takes its mark back.
  mutating func mark(
    _ point: Review.Point, of id: PageID, at time: PlaybackTime
  ) -> Effect<Triage.Action> {
    guard let clip = scene.page?.clip, clip.id == id else { return .none }
    let isPlaying = clip.play == .playing
    var decided = Effect<Triage.Action>.none
    if !isRepeated(point, of: id, at: time.position, isPlaying: isPlaying) {
      let lead = isPlaying && point == .in ? markLead : 0
      let tolerance = isPlaying ? Self.playingTolerance : time.frameDuration / 2
      decided = decide { $0.mark(point, at: time.position - lead, tolerance: tolerance) }
    }
    scene.wishes.append(.toast(.marked(point, at: scene.review(of: clip.item.id)[point])))
    return decided
  }

  /// Notes a key; whether it is one that is held down: then a paused clip is still where it was.
  private mutating func isRepeated(
    _ point: Review.Point, of id: PageID, at time: Double, isPlaying: Bool
  ) -> Bool {
    @Dependency(\.date) var date
    let last = marked
    marked = Triage.MarkedPoint(point: point, id: id, time: time, at: date.seconds)
    guard let last, last.point == point, last.id == id, isPlaying || last.time == time else {
      return false
    }
    return (0..<Triage.repeatDelay).contains(date.seconds - last.at)
  }

  /// How near to its mark a playing clip is on it, in seconds: about as precise as fingers are.
  private static let playingTolerance = 0.25
}

extension PlaybackTime {
  /// For how long a frame is shown, in seconds, about.
  fileprivate var frameDuration: Double {
    frameRate.flatMap { $0 > 1 ? 1 / $0 : nil } ?? 0.04
  }
}
