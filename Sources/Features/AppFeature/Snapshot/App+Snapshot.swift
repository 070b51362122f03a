import Clients
import Composable
import Models

/// What happens to a frame that is being saved.
package enum SnapshotEvent: Hashable, Sendable {
  /// It takes long enough to say so.
  case takesLong
  case saved(Result<CleanText, SnapshotError>)
}

extension App.State {
  /// If saving takes longer than this, a toast says so.
  static var snapshotPatience: Duration { .milliseconds(300) }

  mutating func saveSnapshot(_ form: SnapshotForm) -> Effect<App.Action> {
    guard let page = feed.current, let id = page.playerID else {
      return show(.saveFailed(.noFrame))
    }
    savingCount += 1
    @Dependency(\.snapshotClient) var snapshotClient
    return .merge(
      .run { [snapshotClient, title = page.item?.snapshotTitle ?? ""] send in
        await send(.snapshot(.saved(await snapshotClient.save(id, title, form))))
      },
      .send(
        .snapshot(.takesLong), after: Self.snapshotPatience, id: App.CancelID.snapshot))
  }

  /// Reports the progress of saving a frame.
  mutating func reduce(_ event: SnapshotEvent) -> Effect<App.Action> {
    let message: Toast.Message
    switch event {
    case .takesLong: return isLeaving ? .none : show(.saving)
    case .saved(.success(let place)): message = .saved(place)
    case .saved(.failure(let error)): message = .saveFailed(error)
    }
    savingCount -= 1
    let isReported = Effect<App.Action>.cancel(id: App.CancelID.snapshot)
    return isLeaving ? isReported : .merge(isReported, show(message))
  }
}

extension FeedItem {
  /// The name for a saved frame: the title, without a file extension.
  fileprivate var snapshotTitle: CleanText {
    guard let playable, playable.isTitledByFile else { return title }
    let ending = playable.location.lowercaseExtension
    return ending.isEmpty ? title : CleanText(String(title.string.dropLast(ending.count + 1)))
  }
}
