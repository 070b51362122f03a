import AppFeature
import Clients
import Composable
import Dispatch
import TerminalCore

extension AppView {
  /// Takes what the terminal tells.
  func handle(_ event: TerminalEvent) {
    switch event {
    case .key(let key):
      if let intent = keyMap.intent(for: key) { perform(intent) }
    case .mouse(let mouse):
      if let intent = intent(for: mouse) { perform(intent) }
    case .resized, .capabilitiesChanged:
      layOut()
      drawIfNeeded()
    case .ready:
      drawIfNeeded()
    case .timingChanged(let timing):
      playerClient.setDisplayTiming(timing)
    case .closed:
      onClosed?()
    case .paste, .reply:
      break
    }
  }

  private func perform(_ intent: Intent) {
    switch intent {
    case .nextPage:
      swipe(by: 1)
      return
    case .previousPage:
      swipe(by: -1)
      return
    default:
      finishSwipes()
    }
    switch intent {
    case .nextPage, .previousPage: break
    case .firstPage: store.send(.feed(.firstTapped))
    case .lastPage: store.send(.feed(.lastTapped))
    case .togglePause: sendToClip(.playPauseTapped)
    case .seek(by: let seconds): sendToClip(.seekTapped(by: seconds))
    case .jump(toFraction: let fraction): sendToClip(.jumpTapped(toFraction: fraction))
    case .toggleMute: store.send(.muteTapped)
    case .step(by: let pictures): sendToClip(.stepTapped(by: pictures))
    case .changeVolume(by: let percent): store.send(.volumeTapped(by: percent))
    case .changeSpeed(by: let steps): store.send(.speedTapped(by: steps))
    case .cycleSoundTrack: sendToClip(.soundTrackTapped)
    case .cycleCaptions: sendToClip(.captionsTapped)
    case .toggleFit: store.send(.fitTapped)
    case .cycleLoopMode: store.send(.feed(.loopModeTapped))
    case .toggleHelp: store.send(.helpTapped)
    case .close: store.send(.escapeTapped)
    case .redraw: redraw()
    case .suspend: suspend()
    case .quit: store.send(.quitTapped)
    }
    drawIfNeeded()
  }

  /// Sends an action to the page on screen; a page that is no clip has no use for it.
  private func sendToClip(_ action: ClipItem.Action) {
    guard let clip = store.state.feed.current?.clip else { return }
    store.send(.feed(.item(clip.id, .clip(action))))
  }

  private func intent(for mouse: MouseEvent) -> Intent? {
    switch mouse.kind {
    case .wheel(.down): return .nextPage
    case .wheel(.up): return .previousPage
    case .press(.left):
      let fraction = seekFraction(column: mouse.column, row: mouse.row)
      return fraction.map { .jump(toFraction: $0) } ?? .togglePause
    default: return nil
    }
  }

  /// Adds a swipe to those that came in the same reading of the terminal: a held key or a burst,
  /// to and fro as it may be, lands where it leads with one turn.
  private func swipe(by count: Int) {
    if pendingSwipes.isEmpty {
      DispatchQueue.main.async { [weak self] in
        MainActor.assumeIsolated {
          self?.finishSwipes()
          self?.drawIfNeeded()
        }
      }
    }
    pendingSwipes.append(count)
  }

  private func finishSwipes() {
    guard !pendingSwipes.isEmpty else { return }
    let swipes = pendingSwipes
    pendingSwipes = Swipes()
    store.send(.feed(.swiped(by: swipes)))
  }
}
