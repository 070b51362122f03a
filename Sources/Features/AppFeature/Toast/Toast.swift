import Clients
import Composable
import Models

/// Tells for a moment what a key, a click or a device has changed (docs/decisions/screen-toasts.md).
package struct Toast: Reducer {
  /// What there is to tell.
  package enum Message: Hashable, Sendable {
    /// The clip is held now, or plays on.
    case paused(Bool, of: ItemID)
    /// By so many seconds in all, backwards if negative.
    case seek(by: Double, of: ItemID)
    case muted(Bool)
    /// In percent.
    case volume(Int)
    case speed(PlaybackSpeed)
    case fit(FrameFit)
    case loop(LoopMode)
    /// A swipe has led against the end of the feed.
    case end(FeedDirection)
    case soundTrack(TrackSelection, of: ItemID)
    case subtitles(TrackSelection, of: ItemID)
    /// There is nothing to play sound on, and why.
    case soundIsMissing(CleanText)
    /// The sound device plays again.
    case soundIsBack
    /// The item on screen is liked now, or no longer.
    case liked(Bool, of: ItemID)
    case likeFailed(FeedError)
    case refreshed(ChangeCount)
    case refreshFailed(FeedError)
    /// The first item, the last one or those of a filter could not be had.
    case jumpFailed(FeedError)
    /// Where the item is has been sent to the clipboard.
    case copied(CleanText)
    case opened
    case openFailed(FeedError)
    /// What there is to know at the start, and in fewer words.
    case note(CleanText, short: CleanText)
    /// The frame on screen is being saved, has gone to a file, or could not.
    case saving
    case saved(CleanText)
    case saveFailed(SnapshotError)
  }

  /// The message, as long as it shows.
  package struct State: Hashable, Sendable {
    package var message: Message?
  }

  /// What happened to the message.
  package enum Action: Hashable, Sendable {
    case expired
  }

  enum CancelID: Hashable, Sendable {
    case expiry
  }

  package func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .expired:
      state.message = nil
      return .none
    }
  }
}

extension Toast.State {
  /// Shows a message from now on; it takes the place of one that still shows.
  package mutating func show(_ message: Toast.Message) -> Effect<Toast.Action> {
    self.message = message
    return .send(.expired, after: message.duration, id: Toast.CancelID.expiry)
  }

  /// Takes the message away.
  package mutating func clear() -> Effect<Toast.Action> {
    message = nil
    return .cancel(id: Toast.CancelID.expiry)
  }
}
