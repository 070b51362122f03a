import AppFeature
import Clients
import Composable
import Graphics
import Models
import TerminalCore

// The sheet of thumbnails.
extension AppView {
  /// The overview is on screen with these sizes, or not any more.
  func layOutOverview() {
    guard let overview = model.overview else {
      guard painter.overview.layout != nil else { return }
      painter.overview.clear()
      overviewObservation = nil
      tileArea = nil
      tileMotion = TileMotion()
      return reportFrameArea()
    }
    let layout = OverviewLayout(
      painter.drawing.layout, zoom: overview.zoom, count: overview.count,
      shelfCount: overview.shelfCount,
      hasHeadings: !model.sections.isEmpty)
    let isNew = painter.overview.layOut(layout)
    let area = layout.frameArea(painter.drawing.layout)
    if area != tileArea {
      tileArea = area
      thumbnailClient.setArea(area)
      playerClient.setFrameArea(area)
    }
    guard isNew else { return }
    // All at once: a hundred observers would each look for their tile after each action
    // (docs/decisions/core-composable.md).
    overviewObservation = store.observe(distinct: OverviewContent.init) { [weak self] content in
      self?.painter.overview.set(content)
      self?.scheduler.invalidate(.frame)
      self?.lookSoon()
    }
    store.send(.feed(.overview(.laidOut(layout.grid))))
  }

  /// The clip that plays in its tile, and its frame.
  var playingTile: (id: ItemID, frame: PixelBuffer)? {
    guard isAnimated, model.overview != nil, let page = store.state.feed.current,
      page.id == model.pageID, let id = page.id.item, page.clip?.play == .playing,
      page.clip?.isStill == false,
      let frame = page.playerID.flatMap({ playerClient.frame($0) })
    else { return nil }
    return (id, frame.pixels)
  }

  /// Seconds between two tiles that turn; `nil` if none does.
  private var tileInterval: Double? {
    guard isAnimated, model.overview != nil, let layout = painter.overview.layout else {
      return nil
    }
    let cells = layout.tileColumns * layout.thumbnailRows
    let bytes: Double =
      switch terminal.capabilities.frameForm {
      case .glyphs: Double(cells) * Slide.bytesPerCell
      case .pixels where terminal.capabilities.sharesImages: 0
      // Images are sent as a whole, with 24 bits a pixel.
      case .pixels(let cell): Double(cells * cell.width * cell.height * 3)
      }
    return TileMotion.interval(
      count: painter.overview.thumbnails.count, bytes: bytes, link: terminal.link)
  }

  /// Tells which tiles may turn through the thumbnails of their clips.
  func reportMovingTiles() {
    let wanted = tileInterval == nil ? [] : painter.overview.thumbnails
    guard wanted != movingTiles else { return }
    movingTiles = wanted
    thumbnailClient.setMoving(wanted)
    tileMotion.rest(at: clock.now)
    guard wanted.isEmpty else { return }
    _ = tileMotion.advance([], every: 1, at: clock.now)
    // What has come to rest is made exact.
    scheduler.invalidate(.frame)
  }

  /// Turns the tiles that are due, unless the link is busy.
  func turnTiles(at time: Double) {
    guard let interval = tileInterval, terminal.isReady, !scheduler.isDue else { return }
    let playing = playingTile?.id
    let ids = movingTiles.filter { $0 != playing && thumbnailClient.isMoving($0) }
    let wasUnderWay = tileMotion.isUnderWay
    let turned = tileMotion.advance(ids, every: interval, at: time)
    // The same for what has come to rest.
    guard !turned.isEmpty || wasUnderWay && !tileMotion.isUnderWay else { return }
    for id in turned { painter.overview.redraw(id) }
    scheduler.invalidate(.frame)
  }

  /// Tells the feed how many items there are, which nothing else does while they are being found.
  func reportCount() {
    let feed = store.state.feed
    guard let shown = painter.place, feed.isUncounted(shown.count) else { return }
    // What is on screen may be of another filter.
    let count = feedClient.place(model.pageID?.item, feed.filter).count
    if feed.isUncounted(count) { store.send(.feed(.sections(.counted(count)))) }
  }

  /// Handles a key in the overview.
  ///
  /// - Returns: Whether the overview is open.
  func actOnOverview(_ key: KeyEvent) -> Bool {
    guard model.overview != nil else { return false }
    tileMotion.rest(at: clock.now)
    let meaning = OverviewKey(
      key, keyMap: painter.drawing.keyMap, isTriaging: model.isTriaging)
    switch meaning {
    case .overview(let action): store.send(.feed(.overview(action)))
    case .command(let command): perform(command)
    case nil: break
    }
    return true
  }

  /// Handles a mouse report in the overview: a click shows a clip, the wheel scrolls.
  func actOnOverview(_ mouse: MouseEvent) {
    switch mouse.kind {
    case .press(.left):
      guard let number = painter.overview.number(column: mouse.column, row: mouse.row) else {
        return
      }
      store.send(.feed(.overview(.moved(.to(number)))))
      store.send(.feed(.overview(.opened)))
      // A double-click opens, too, and does nothing else.
      var click = Clicks()
      _ = click.isSecond(at: clock.now, column: mouse.column, row: mouse.row)
      input.openingClick = click
    case .wheel(.up, let count): store.send(.feed(.overview(.scrolled(by: -count))))
    case .wheel(.down, let count): store.send(.feed(.overview(.scrolled(by: count))))
    default: break
    }
  }
}
