import AppFeature
import Clients
import Composable
import Graphics
import Models
import TerminalCore

// Mouse handling.
extension AppView {
  func handle(_ mouse: MouseEvent) {
    if model.overview != nil, !model.isCovered { return actOnOverview(mouse) }
    if case .press = mouse.kind, var click = input.openingClick.take(),
      click.isSecond(at: clock.now, column: mouse.column, row: mouse.row)
    {
      return
    }
    for meaning in input.pointer.read(mouse, over: place(of: mouse), at: clock.now) {
      perform(meaning)
    }
  }

  private func place(of mouse: MouseEvent) -> Pointer.Place {
    // Dragging continues wherever the pointer goes.
    if input.pointer.isHolding, let fraction = seekFraction(mouse, isHeld: true) {
      return .bar(fraction)
    }
    if model.isCovered { return .text }
    if let fraction = seekFraction(mouse) { return .bar(fraction) }
    if let command = painter.rows.command(column: mouse.column, row: mouse.row) {
      return .button(command)
    }
    if clickable.contains(column: mouse.column, row: mouse.row) { return .frame }
    return painter.scenes.side?.link(column: mouse.column, row: mouse.row)
      .map(Pointer.Place.neighbour) ?? .elsewhere
  }

  /// Where clicks are for the clip: what is beside the frame is not.
  private var clickable: CellRect {
    let size = model.clip.flatMap { playerClient.frame($0.playerID)?.pixels.size }
    let stage = painter.drawing.layout.stage(frameSize: size, fit: model.fit)
    return stage.text == nil ? painter.drawing.layout.frame : stage.frame
  }

  private func perform(_ meaning: Pointer.Meaning) {
    switch meaning {
    case .swipe(let pages): return perform(pages > 0 ? Command.nextClip : .previousClip)
    case .seek(let seconds):
      if model.clip != nil, !model.isCovered { send(.seekTapped(by: seconds)) }
    case .scroll(let rows):
      if let overlay = store.state.feed.overlay { scroll(overlay, by: rows) }
    case .click: togglePause()
    case .doubleClick:
      togglePause()
      perform(Command.like)
    case .details: perform(Command.details)
    case .command(let command): perform(command)
    case .controls(.pointed(at: let fraction)):
      let controls = store.state.controls
      let isNew = fraction != controls.hover || !controls.isAwake
      guard isNew || input.stirs(at: clock.now) else { return }
      return send(.pointed(at: fraction))
    case .controls(let action): return send(action)
    }
    send(.used)
  }

  private func send(_ action: Controls.Action) {
    // Input is for the page that swipes lead to; the page turn keeps its bar visible.
    guard action != .used || input.swipes.isEmpty else { return }
    finishSwipes()
    store.send(.controls(action))
  }

  /// A click pauses what moves; a text would jump under the pointer.
  private func togglePause() {
    switch store.state.feed.current {
    case .clip: perform(Command.pause)
    case .article, .notice, nil: break
    }
  }

  private func seekFraction(_ mouse: MouseEvent, isHeld: Bool = false) -> Double? {
    painter.drawing.seekFraction(
      model, time: nowPlaying.time, column: mouse.column, row: mouse.row, isHeld: isHeld)
  }

  /// Requests motion reports while there is a bar to point at.
  func reportMotion(_ playback: PlaybackTime, at time: Double) {
    let hasBar =
      painter.drawing.layout.seekBar != nil && !model.isCovered && model.clip?.failure == nil
      && model.clip != nil && !playback.isStill
    terminal.reportMotion(
      input.motion.areWanted(over: terminal.link, areUseful: hasBar, at: time))
  }
}
