import Clients
import Composable
import Models

/// The whole program: the feed, and what stays the same from clip to clip.
package struct App: Reducer {
  /// Everything the screen is drawn from, but for pictures and positions.
  package struct State: Hashable, Sendable {
    package var feed: Feed.State
    package var sound: Sound
    package var isHelpShown = false
    /// The user wants to leave; the run loop ends when it sees this.
    package var isQuitting = false

    /// Creates the state at the start.
    package init(feed: Feed.State = Feed.State(), sound: Sound = Sound()) {
      self.feed = feed
      self.sound = sound
    }
  }

  /// What happened.
  package enum Action: Hashable, Sendable {
    /// The screen is there.
    case appeared
    case feed(Feed.Action)
    case muteTapped
    case soundDeviceChanged(SoundDevice)
    case helpTapped
    case escapeTapped
    /// The program is about to be stopped by the shell.
    case suspended
    /// The program goes on after a stop.
    case resumed
    case quitTapped
  }

  enum CancelID: Hashable, Sendable {
    case soundDevice
  }

  @Dependency(\.playerClient) var playerClient

  package init() {}

  package var body: some Reducer<State, Action> {
    Scope(state: \.feed, action: Action.feedCase) { Feed() }
    Reduce { state, action in
      switch action {
      case .appeared:
        return .run { [playerClient, isMuted = state.sound.isMuted] send in
          playerClient.setMuted(isMuted)
          for await device in playerClient.soundDevice() {
            await send(.soundDeviceChanged(device))
          }
        }
        .cancellable(id: CancelID.soundDevice, cancelInFlight: true)

      case .feed:
        return .none

      case .muteTapped:
        state.sound.isMuted.toggle()
        // Whoever asks for sound there has understood where it is.
        state.sound.remoteHost = nil
        return .run { [playerClient, isMuted = state.sound.isMuted] _ in
          playerClient.setMuted(isMuted)
        }

      case .soundDeviceChanged(let device):
        state.sound.device = device
        return .none

      case .helpTapped:
        state.isHelpShown.toggle()
        return .none

      case .escapeTapped:
        state.isHelpShown = false
        return .none

      case .suspended:
        return .adopt(&state, \.feed, action: Action.feedCase) { $0.suspend() }

      case .resumed:
        return .adopt(&state, \.feed, action: Action.feedCase) { $0.resume() }

      case .quitTapped:
        state.isQuitting = true
        return .merge(
          .cancel(id: CancelID.soundDevice),
          .adopt(&state, \.feed, action: Action.feedCase) { $0.quit() })
      }
    }
  }
}

extension App.Action {
  /// The actions of the feed.
  package static let feedCase = CasePath<App.Action, Feed.Action>(
    embed: App.Action.feed, extract: { if case .feed(let action) = $0 { action } else { nil } })
}
