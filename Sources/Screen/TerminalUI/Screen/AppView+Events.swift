import AppFeature
import Clients
import Composable
import Models
import TerminalCore

extension AppView {
  /// Handles the events of one read.
  func handle(_ events: [TerminalEvent]) {
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
      case .intent: break
      case nil: return
      }
    case nil: break
    }
    if actOnSheet(key) { return }
    let intent = painter.drawing.keyMap.intent(for: key, isTriaging: model.isTriaging)
    if let intent { perform(intent) }
  }

  /// Turns an intent into an action.
  func perform(_ intent: Intent) {
    if intent != .nextPage, intent != .previousPage { finishSwipes() }
    input.hasJudged = if case .judge(_, goesOn: true) = intent { true } else { false }
    switch intent {
    case .nextPage: swipe(by: 1)
    case .previousPage: swipe(by: -1)
    case .firstPage: store.send(.feed(.firstTapped))
    case .lastPage: store.send(.feed(.lastTapped))
    case .section(by: let steps): store.send(.feed(.sectionTapped(by: steps)))
    case .toggleChapters: store.send(.feed(.overlayTapped(.chapters)))
    case .togglePause, .seek, .jump, .step, .chapter, .event, .cycleSoundTrack, .cycleSubtitles:
      sendToPage(intent)
    case .toggleMute: store.send(.muteTapped)
    case .changeVolume(by: let percent): store.send(.volumeTapped(by: percent))
    case .shiftSound(by: let delay): store.send(.soundDelayTapped(by: delay))
    case .changeSpeed(by: let steps): store.send(.speedTapped(by: steps))
    case .toggleFit: store.send(.fitTapped)
    case .rotate:
      store.send(.feed(.rotateTapped))
      // The thumbnail at the pointer is asked for anew.
      previews.stop()
    case .cycleLoopMode: store.send(.feed(.loopModeTapped))
    case .openFilter: store.send(.feed(.overlayTapped(.filter)))
    case .goToNumber: store.send(.feed(.overlayTapped(.number)))
    case .toggleLike: store.send(.feed(.likeTapped))
    case .toggleExcerpts: store.send(.feed(.excerpts(.tapped)))
    case .toggleFilm: store.send(.feed(.excerpts(.filmTapped)))
    case .toggleTriage: store.send(.feed(.triageTapped))
    case .judge(let verdict, let goesOn):
      if goesOn { statistics.figures.swipeBegan(at: clock.now) }
      store.send(.feed(.judged(verdict, goesOn: goesOn)))
    case .rate(let rating): store.send(.feed(.rated(rating)))
    case .tag(let index): store.send(.feed(.tagged(index)))
    case .editTags: store.send(.feed(.overlayTapped(.tags)))
    case .mark(let point): store.send(.feed(.pointTapped(point)))
    case .editCaption: store.send(.feed(.captionTapped))
    case .undo: store.send(.feed(.undoTapped))
    case .toggleApply: store.send(.feed(.overlayTapped(.apply)))
    case .redo: store.send(.feed(.redoTapped))
    case .toggleOverview: store.send(.feed(.overview(.toggled)))
    case .toggleDetails: store.send(.feed(.overlayTapped(.details)))
    case .openOutside: store.send(.feed(.openTapped))
    case .copyLocation: store.send(.feed(.copyTapped))
    case .refresh: store.send(.feed(.refreshTapped))
    case .toggleHelp: store.send(.feed(.overlayTapped(.help)))
    case .toggleStatistics: store.send(.statisticsTapped)
    case .saveFrame: store.send(.snapshotTapped(.full))
    case .saveShownFrame: store.send(.snapshotTapped(.shown))
    case .close: store.send(.escapeTapped)
    case .redraw: redraw()
    case .suspend: suspend()
    case .quit: store.send(.quitTapped)
    }
  }

  /// Sends an intent to the page on screen, as far as it applies to its kind.
  private func sendToPage(_ intent: Intent) {
    switch store.state.feed.current {
    case .clip(let clip):
      guard let action = ClipItem.Action(intent), !clip.isStill || action == .playPauseTapped
      else { return }
      store.send(.feed(.item(clip.id, .clip(action))))
    case .article(let article):
      guard let move = TextMove(articleIntent: intent) else { return }
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

extension ClipItem.Action {
  /// The action of an intent on a clip; `nil` for none.
  fileprivate init?(_ intent: Intent) {
    switch intent {
    case .togglePause: self = .playPauseTapped
    case .seek(by: let seconds): self = .seekTapped(by: seconds)
    case .jump(toFraction: let fraction): self = .jumpTapped(toFraction: fraction)
    case .step(by: let frames): self = .stepTapped(by: frames)
    case .chapter(by: let steps): self = .chapterTapped(by: steps)
    case .event(by: let steps): self = .eventTapped(by: steps)
    case .cycleSoundTrack: self = .soundTrackTapped
    case .cycleSubtitles: self = .subtitlesTapped
    case .nextPage, .previousPage, .firstPage, .lastPage, .section, .toggleChapters, .toggleMute,
      .changeVolume,
      .changeSpeed,
      .shiftSound,
      .toggleOverview, .toggleFit, .rotate, .cycleLoopMode, .openFilter, .goToNumber, .toggleLike,
      .toggleExcerpts, .toggleFilm, .toggleTriage,
      .judge, .rate, .tag, .editTags, .mark, .editCaption, .undo, .redo, .toggleApply,
      .toggleDetails,
      .openOutside,
      .copyLocation, .refresh, .toggleHelp, .toggleStatistics, .saveFrame, .saveShownFrame,
      .close, .redraw, .suspend, .quit:
      return nil
    }
  }
}

// Texts over the page.
extension AppView {
  /// Handles a key while a text is over the page.
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
    case .close: store.send(.escapeTapped)
    case .confirm:
      store.send(
        .feed(.overlay(overlay.chapters == nil ? .apply(.confirmed) : .chapters(.chosen))))
    case .intent(let intent): perform(intent)
    }
  }

  /// Scrolls a text down by a number of rows, up if negative; in a list, selects another row.
  func scroll(_ overlay: Overlay.State, by rows: Int) {
    let isList = overlay.chapters != nil
    store.send(
      .feed(.overlay(isList ? .chapters(.moved(by: rows)) : .scroll(.scrolled(by: rows)))))
  }
}
