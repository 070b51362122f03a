import AppFeature
import Clients
import Composable
import Models
import TerminalCore

extension AppView {
  /// Handles the events of one read.
  func handle(_ events: [TerminalEvent]) {
    // What is on screen by now may be judged by the keys that come with that news.
    reportFrame(at: clock.now)
    for event in events { take(event) }
    finishSwipes()
    look()
  }

  private func take(_ event: TerminalEvent) {
    switch event {
    case .key(let key):
      press(key)
    case .mouse(let mouse):
      handle(mouse)
    case .paste(let bytes):
      guard store.state.feed.overlay?.line != nil, case .line(let action) = FilterKey(pasted: bytes)
      else { return }
      edit(action)
    case .resized, .capabilitiesChanged:
      layOut()
    case .frameWanted:
      scheduler.invalidate(.frame)
    case .timingChanged(let timing):
      playerClient.setDisplayTiming(timing)
    case .closed:
      onClosed?()
    case .ready, .reply:
      break
    }
  }

  private func press(_ key: KeyEvent) {
    act(on: key)
    // A swipe shows the bar through the page it leads to: nothing is drawn before that.
    if input.swipes.isEmpty { store.send(.controls(.used)) }
  }

  /// Handles a key by the key map, unless the filter line or a text over the page is open.
  private func act(on key: KeyEvent) {
    switch store.state.feed.overlay {
    case let overlay? where overlay.coversPage:
      if let meant = OverlayKey(
        key, over: overlay.id, keyMap: painter.drawing.keyMap, isTriaging: model.isTriaging)
      {
        perform(meant, over: overlay)
      }
      return
    case .some:
      switch FilterKey(key, keyMap: painter.drawing.keyMap) {
      case .line(let action): return edit(action)
      // Also over the overview, where they mean something else.
      case .command(let command): return perform(command)
      case nil: return
      }
    case nil: break
    }
    if actOnOverview(key) { return }
    let command = painter.drawing.keyMap.command(for: key, isTriaging: model.isTriaging)
    if let command { return perform(command) }
    if !model.isTriaging, painter.drawing.keyMap.command(for: key, isTriaging: true) != nil {
      store.send(.feed(.toast(.shown(.triageIsOff))))
    }
  }

  func perform(_ command: Command) {
    guard command.contexts.contains(model.overview == nil ? .page : .overview) else { return }
    input.hasJudged = false
    switch command.effect {
    case .swipe(let count): return swipe(by: count)
    case .send(let action):
      finishSwipes()
      if case .feed(.triage(let key)) = action, store.state.feed.triage.goesOn(after: key) {
        input.hasJudged = true
        statistics.figures.swipeBegan(at: clock.now)
      }
      store.send(action)
    case .clip(let action):
      finishSwipes()
      send(action, inText: command.inText)
    case .redraw:
      finishSwipes()
      redraw()
    case .suspend:
      finishSwipes()
      suspend()
    }
  }

  /// Sends an action to the page on screen, as far as it applies to its kind.
  func send(_ action: ClipItem.Action, inText move: TextMove? = nil) {
    switch store.state.feed.current {
    case .clip(let clip):
      guard !clip.isStill || action == .playPauseTapped else { return }
      store.send(.feed(.item(clip.id, .clip(action))))
    case .article(let article):
      guard let move else { return }
      let rows = move.rows(
        from: article.scroll.row, lastRow: article.scroll.lastRow, height: textHeight)
      store.send(.feed(.item(.item(article.item.id), .article(.scrolled(by: rows)))))
    case .notice, nil:
      return
    }
  }

  private func edit(_ action: Filter.Action) {
    finishSwipes()
    store.send(.feed(.overlay(.line(action))))
  }

  /// Adds a swipe to those of the same read: a held key or a burst, in whatever directions, becomes
  /// one turn to the final page.
  private func swipe(by count: Int) {
    if input.swipes.isEmpty { statistics.figures.swipeBegan(at: clock.now) }
    input.swipes.append(count)
  }

  func finishSwipes() {
    guard !input.swipes.isEmpty else { return }
    let swipes = input.swipes
    input.swipes = Swipes()
    store.send(.feed(.swiped(by: swipes)))
  }
}

// Texts over the page.
extension AppView {
  private func perform(_ key: OverlayKey, over overlay: Overlay.State) {
    switch key {
    case .move(let move):
      let height = texts.overlay?.height ?? 0
      if let chapters = overlay.chapters {
        let last = chapters.chapters.count - 1
        scroll(overlay, by: move.rows(from: chapters.selected, lastRow: last, height: height))
      } else {
        let (row, last) = (overlay.scroll.row, overlay.scroll.lastRow)
        scroll(overlay, by: move.rows(from: row, lastRow: last, height: height))
      }
    case .confirm:
      store.send(
        .feed(.overlay(overlay.chapters == nil ? .apply(.confirmed) : .chapters(.chosen))))
    case .command(let command): perform(command)
    }
  }

  /// Scrolls a text down by a number of rows, up if negative; in a list, selects another row.
  func scroll(_ overlay: Overlay.State, by rows: Int) {
    let isList = overlay.chapters != nil
    store.send(
      .feed(.overlay(isList ? .chapters(.moved(by: rows)) : .scroll(.scrolled(by: rows)))))
  }
}
