import Clients
import Composable
import Models

// The part of a clip that matters.
extension Feed.State {
  /// The part that plays again and again: the marked one of the clip on screen, during triage.
  var loopedPart: LoopedPart? {
    guard triage.isOn, let clip = current?.clip, clip.item.excerpt == nil, hasOwnTimes,
      let part = review(of: clip.item.id).part
    else {
      return nil
    }
    return LoopedPart(id: clip.playerID, times: part)
  }

  /// Asks where the clip on screen is, to mark that.
  mutating func findPoint(_ point: Review.Point) -> Effect<Feed.Action> {
    @Dependency(\.playerClient) var playerClient
    guard isMarkable, let clip = current?.clip else { return show(.unmarkable) }
    return .run { [playerClient] send in
      let time = playerClient.nowPlaying(clip.playerID).time
      await send(.pointFound(point, of: clip.id, at: time))
    }
  }

  /// Whether times on screen are those of the item, and not of another film that it is a piece of.
  private var hasOwnTimes: Bool {
    guard let shown = currentItem.flatMap({ window.excerpts[$0] }), let film = shown.film else {
      return true
    }
    return film.item.location == shown.item.location?.whole
  }

  /// Whether the item on screen is a clip that plays.
  var isMarkable: Bool {
    guard let page = current, page.item?.key != nil, hasOwnTimes, let clip = page.clip else {
      return false
    }
    return !clip.isStill && clip.status == .ready
  }

  /// Marks a point of the clip on screen, or takes its mark back.
  mutating func mark(
    _ point: Review.Point, of id: PageID, at time: PlaybackTime
  ) -> Effect<Feed.Action> {
    guard id == currentID, let clip = current?.clip else { return .none }
    let isPlaying = clip.play == .playing
    guard !isRepeated(point, of: id, at: time.position, isPlaying: isPlaying) else {
      return show(.marked(point, at: review(of: id.item)[point]))
    }
    let lead = isPlaying && point == .in ? triage.markLead : 0
    let tolerance = isPlaying ? Self.playingTolerance : time.frameDuration / 2
    let decided = decide { $0.mark(point, at: time.position - lead, tolerance: tolerance) }
    return .merge(decided, show(.marked(point, at: review(of: id.item)[point])))
  }

  /// Notes a key; whether it is one that is held down: then a paused clip is still where it was.
  private mutating func isRepeated(
    _ point: Review.Point, of id: PageID, at time: Double, isPlaying: Bool
  ) -> Bool {
    @Dependency(\.date) var date
    let last = triage.marked
    triage.marked = Triage.MarkedPoint(point: point, id: id, time: time, at: date.seconds)
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
