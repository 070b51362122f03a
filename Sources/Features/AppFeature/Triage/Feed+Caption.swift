import Clients
import Composable
import Models

/// The caption of a clip in a data set.
package struct Caption: Hashable, Sendable {
  /// Whose it is.
  package var id: ItemID
  package var lines: [CleanText]
}

// The caption of the clip on screen, during triage.
extension Feed.State {
  /// The file of the clip on screen, if it may have a caption that is shown.
  var captioned: FilePath? {
    guard triage.isOn, case .file(let path) = current?.item.playable?.location else { return nil }
    return path
  }

  /// Reads the caption of the clip on screen.
  func findCaption() -> Effect<Feed.Action> {
    @Dependency(\.captionClient) var captionClient
    guard let path = captioned, let id = currentID else {
      return .cancel(id: Feed.CancelID.caption)
    }
    return .run { [captionClient] send in
      await send(.captionFound(Caption(id: id, lines: captionClient.lines(path))))
    }
    .cancellable(id: Feed.CancelID.caption, cancelInFlight: true)
  }

  /// Has the user edit the caption of the clip on screen; meanwhile, the clip stands still.
  mutating func editCaption() -> Effect<Feed.Action> {
    @Dependency(\.captionClient) var captionClient
    guard let path = captioned, !isSuspended else { return .none }
    return .concatenate(
      setSuspended(true),
      .run { [captionClient] send in
        if case .failure(let error) = await captionClient.edit(path) {
          await send(.captionEdited(error))
        } else {
          await send(.captionEdited(nil))
        }
      })
  }

  /// The editor has ended.
  mutating func captionEdited() -> Effect<Feed.Action> {
    setSuspended(false).merge(with: findCaption())
  }

  /// Stops the clip on screen while the terminal belongs to another program.
  mutating func setSuspended(_ isSuspended: Bool) -> Effect<Feed.Action> {
    self.isSuspended = isSuspended
    return adoptCurrent { $0.adoptClip { isSuspended ? $0.suspend() : $0.resume() } }
  }
}
