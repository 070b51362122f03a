import Clients
import Composable
import Models

// The list of chapters.
extension Feed.State {
  /// Shows or hides the chapters of the clip on screen, which is paused meanwhile.
  private mutating func toggleChapters() -> Effect<Feed.Action> {
    @Dependency(\.playerClient) var playerClient
    guard chapters == nil else { return closeChapters() }
    guard overview == nil, details == nil, let clip = current?.clip, !clip.status.isFailed else {
      return .none
    }
    return .run { [playerClient] send in
      let playing = playerClient.nowPlaying(clip.playerID)
      await send(
        .chapters(
          .found(playing.details?.chapters ?? [], of: clip.id, at: playing.time.position)))
    }
  }

  mutating func reduce(_ action: ChapterList.Action) -> Effect<Feed.Action> {
    switch action {
    case .toggled: return toggleChapters()
    case .found(let found, of: let id, at: let time):
      guard id == currentID, !isCovered, !found.isEmpty else { return .none }
      chapters = ChapterList(found, of: id, at: time)
      return adoptCurrent { $0.pageCovered() }
    case .moved(by: let rows):
      chapters?.move(by: rows)
      return .none
    case .chosen:
      guard let list = chapters else { return .none }
      let start = list.chapters[list.selected].start
      let sought = adoptCurrent { page in
        page.adoptClip { clip in
          clip.leaveEnd()
          return clip.seek { _ in start }
        }
      }
      return .concatenate(sought, closeChapters())
    }
  }

  /// Shows the page again.
  mutating func closeChapters() -> Effect<Feed.Action> {
    guard chapters != nil else { return .none }
    chapters = nil
    return uncover()
  }

  /// Whether a window is over the page.
  var isCovered: Bool { details != nil || chapters != nil }
}
