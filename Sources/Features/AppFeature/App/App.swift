import Clients
import Composable
import Models

/// The whole program: the feed, and what all clips share.
package struct App: Reducer {
  /// Everything the screen is drawn from, except frames and positions.
  package struct State: Hashable, Sendable {
    package var feed: Feed.State
    package var sound: Sound
    package var speed = PlaybackSpeed.normal
    package var fit = FrameFit.fit
    package var controls: Controls.State
    package var isStatisticsShown = false
    /// The user wants to quit; the history is being saved.
    package var isLeaving = false
    /// How many frames are being saved. The program waits for them before it ends, within reason.
    package var savingCount = 0
    /// All work is done; the run loop ends when it sees this.
    package var isQuitting = false

    /// The message to show at the start.
    package var note: Toast.Message?
    /// Keys for a clip that the keys before them lead to, with what was pressed after them.
    package var pendingKeys: [Action] = []

    package init(
      feed: Feed.State = Feed.State(), sound: Sound = Sound(),
      controls: Controls.State = Controls.State(), note: Toast.Message? = nil
    ) {
      self.feed = feed
      self.sound = sound
      self.controls = controls
      self.note = note
    }
  }

  package enum Action: Hashable, Sendable {
    /// The screen is ready.
    case appeared
    case feed(Feed.Action)
    case controls(Controls.Action)
    case muteTapped
    /// Changes the volume by a percentage, down if negative.
    case volumeTapped(by: Int)
    /// Changes the speed by a number of steps, slower if negative.
    case speedTapped(by: Int)
    /// Shifts the sound against the frames, in milliseconds.
    case soundDelayTapped(by: Int)
    /// The delay last chosen for this sound device, in milliseconds.
    case soundDelayFound(Int)
    /// An earlier apply was interrupted, or another Flick's is under way.
    case unfinishedApplyFound(isRunning: Bool)
    case fitTapped
    case soundDeviceChanged(SoundDevice)
    case statisticsTapped
    case snapshotTapped(SnapshotForm)
    case snapshot(SnapshotEvent)
    case escapeTapped
    /// The program is about to be stopped by the shell.
    case suspended
    /// The program continues after a stop.
    case resumed
    case quitTapped
    /// The history is saved, or saving timed out.
    case left
    /// The clip that keys wait for has not come in time.
    case keysExpired
  }

  enum CancelID: Hashable, Sendable {
    case soundDevice
    case snapshot
    case leaving
    case keys
  }

  /// How long quitting waits for a slow disk.
  package static let leaveTimeout = Duration.seconds(2)

  @Dependency(\.playerClient) var playerClient
  @Dependency(\.recordClient) var recordClient
  @Dependency(\.applyClient) var applyClient

  package init() {}

  package var body: some Reducer<State, Action> {
    Reduce { state, action in
      state.hold(action) ?? reactions.reduce(into: &state, action: action)
    }
    .onChange(of: { $0.feed.turn }) { old, new in
      Reduce { state, _ in state.turned(from: old, to: new) }
    }
  }

  private var reactions: some Reducer<State, Action> {
    parts
      .onChange(of: { $0.feed.running }) { old, new in
        Reduce { state, _ in state.runningChanged(from: old, to: new) }
      }
      .onChange(of: { $0.feed.isTileSilent }) { _, _ in
        Reduce { state, _ in state.applyMuting() }
      }
  }

  @ReducerBuilder<State, Action> private var parts: some Reducer<State, Action> {
    Scope(state: \.feed, action: Action.feedCase) { Feed() }
    Scope(state: \.controls, action: Action.controlsCase) { Controls() }
    Reduce { state, action in
      switch action {
      case .appeared:
        return .merge(
          .run { [recordClient, applyClient] send in
            let delay = await recordClient.soundDelay()
            if delay != 0 { await send(.soundDelayFound(delay)) }
            let standing = await applyClient.standing()
            if standing != .finished {
              await send(.unfinishedApplyFound(isRunning: standing == .running))
            }
          },
          .run { [playerClient, sound = state.sound, isMuted = state.isMuted] send in
            playerClient.setMuted(isMuted)
            playerClient.setVolume(Double(sound.volume) / 100)
            for await device in playerClient.soundDevice() {
              await send(.soundDeviceChanged(device))
            }
          }
          .cancellable(id: CancelID.soundDevice, cancelInFlight: true),
          state.showNote())

      case .feed(.swiped), .feed(.overlayTapped(.help)):
        return state.clearNote()

      case .feed(.toast(.expired)):
        return state.announceMissingSound()

      case .feed:
        return .none

      case .controls(let action):
        return state.reduce(action)

      case .muteTapped:
        state.sound.isMuted.toggle()
        // A user who turns sound on there knows where it plays.
        state.sound.remoteHost = nil
        return .merge(
          state.applyMuting(),
          state.announceMuting())

      case .volumeTapped(by: let percent):
        state.sound.volume = min(max(state.sound.volume + percent, 0), 100)
        let volume = state.sound.volume
        return .merge(
          .player { $0.setVolume(Double(volume) / 100) },
          state.show(.volume(volume)))

      case .speedTapped(by: let steps):
        state.speed.change(by: steps)
        let speed = state.speed
        return .merge(
          .player { $0.setSpeed(speed.factor) },
          state.show(.speed(speed)))

      case .soundDelayTapped(by: let change):
        return state.shiftSound(by: change)

      case .soundDelayFound(let delay):
        // The user may have been faster than the disk.
        guard state.sound.delay == 0 else { return .none }
        state.sound.delay = min(max(delay, -Sound.maxDelay), Sound.maxDelay)
        return state.applySoundDelay()

      case .unfinishedApplyFound(let isRunning):
        return state.show(.unfinishedApply(isRunning: isRunning))

      case .fitTapped:
        // The view tells the engine, because it knows the area that the frame is fitted to.
        state.fit = state.fit == .fit ? .fill : .fit
        return state.show(.fit(state.fit))

      case .soundDeviceChanged(let device):
        return state.soundDeviceChanged(to: device)

      case .statisticsTapped:
        state.isStatisticsShown.toggle()
        return .none

      case .snapshotTapped(let form):
        return state.saveSnapshot(form)

      case .snapshot(let event):
        return state.reduce(event)

      case .escapeTapped:
        guard state.isStatisticsShown, state.feed.overlay == nil else {
          return state.feed(.escapeTapped)
        }
        state.isStatisticsShown = false
        return .none

      case .suspended:
        state.controls.cancelDrag()
        return state.feed(.suspended)

      case .resumed:
        return state.feed(.resumed)

      case .quitTapped:
        guard !state.isLeaving else { return .none }
        state.isLeaving = true
        state.pendingKeys = []
        return .merge(
          .cancel(id: CancelID.keys),
          .cancel(id: CancelID.soundDevice),
          .adopt(&state, \.controls, action: Action.controlsCase) { $0.end() },
          .concatenate(state.feed(.left), .send(.left)),
          .send(.left, after: Self.leaveTimeout, id: CancelID.leaving))

      case .left:
        state.isQuitting = true
        return .cancel(id: CancelID.leaving)

      case .keysExpired: return state.dropKeys()
      }
    }
  }
}

extension App.State {
  /// Has the feed reduce an action at once.
  mutating func feed(_ action: Feed.Action) -> Effect<App.Action> {
    .adopt(&self, \.feed, action: App.Action.feedCase) {
      Feed().reduce(into: &$0, action: action)
    }
  }

  fileprivate mutating func showNote() -> Effect<App.Action> {
    guard let note else { return .none }
    self.note = nil
    return show(note)
  }

  mutating func show(_ message: Toast.Message) -> Effect<App.Action> {
    .adopt(&self, \.feed, action: App.Action.feedCase) { $0.show(message) }
  }

  /// Removes the start note: what it tells has been found.
  fileprivate mutating func clearNote() -> Effect<App.Action> {
    guard case .note = feed.toast.message else { return .none }
    return .adopt(&self, \.feed, action: App.Action.feedCase) { $0.clearToast() }
  }
}

extension App.Action {
  package static let feedCase = CasePath<App.Action, Feed.Action>(
    embed: App.Action.feed, extract: { if case .feed(let action) = $0 { action } else { nil } })
}
