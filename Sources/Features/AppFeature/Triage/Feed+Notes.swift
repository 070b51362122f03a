import Clients
import Composable
import Models

// What is noted about the clip on screen, during triage.
extension Feed.State {
  /// The file of the clip on screen, if its notes are shown.
  var notedFile: FilePath? {
    guard triage.isOn, case .file(let path) = current?.item?.playable?.location else { return nil }
    return path
  }

  /// Reads the notes about the clip on screen.
  func findNotes() -> Effect<Feed.Action> {
    @Dependency(\.notesClient) var notesClient
    guard let path = notedFile, let id = currentItem else {
      return .cancel(id: Feed.CancelID.notes)
    }
    return .run { [notesClient] send in
      await send(.notesFound(id, notesClient.notes(path)))
    }
    .cancellable(id: Feed.CancelID.notes, cancelInFlight: true)
  }

  /// Has the user edit the caption of the clip on screen; meanwhile, the clip stands still.
  mutating func editCaption() -> Effect<Feed.Action> {
    @Dependency(\.notesClient) var notesClient
    guard let path = notedFile else { return show(.uncaptioned) }
    guard !isSuspended else { return .none }
    return .concatenate(
      setSuspended(true),
      .run { [notesClient] send in
        if case .failure(let error) = await notesClient.editCaption(path) {
          await send(.captionEdited(error))
        } else {
          await send(.captionEdited(nil))
        }
      })
  }

  /// The editor has ended.
  mutating func captionEdited(_ error: FeedError?) -> Effect<Feed.Action> {
    .merge(
      setSuspended(false), findNotes(), error.map { show(.captionFailed($0)) } ?? .none)
  }

  /// Stops the clip on screen while the terminal belongs to another program.
  mutating func setSuspended(_ isSuspended: Bool) -> Effect<Feed.Action> {
    self.isSuspended = isSuspended
    let stops = isSuspended || isTileStill
    return adoptCurrent { $0.adoptClip { stops ? $0.suspend() : $0.resume() } }
  }
}
