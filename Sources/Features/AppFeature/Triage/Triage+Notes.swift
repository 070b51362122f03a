import Clients
import Composable
import Models

// What is noted about the clip on screen.
extension Triage.State {
  /// Reads the notes about the clip on screen.
  func findNotes() -> Effect<Triage.Action> {
    @Dependency(\.notesClient) var notesClient
    guard let path = scene.notedFile, let id = scene.current else {
      return .cancel(id: Triage.CancelID.notes)
    }
    return .run { [notesClient] send in
      await send(.notesFound(id, notesClient.notes(path)))
    }
    .cancellable(id: Triage.CancelID.notes, cancelInFlight: true)
  }

  /// Opens the caption of the clip on screen in an editor; meanwhile, the clip stands still.
  mutating func editCaption() -> Effect<Triage.Action> {
    @Dependency(\.notesClient) var notesClient
    guard let path = scene.notedFile else {
      scene.wishes.append(.toast(.uncaptioned))
      return .none
    }
    guard !scene.isSuspended else { return .none }
    scene.wishes.append(.suspend(true))
    return .run { [notesClient] send in
      await send(.captionEdited(notesClient.editCaption(path).error))
    }
  }

  mutating func captionEdited(_ error: FeedError?) -> Effect<Triage.Action> {
    scene.wishes.append(.suspend(false))
    if let error { scene.wishes.append(.toast(.failed(.caption, error))) }
    return findNotes()
  }
}
