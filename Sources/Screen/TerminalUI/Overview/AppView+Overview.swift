import AppFeature
import Clients
import Composable
import Graphics
import Models
import TerminalCore

// The sheet of thumbnails.
extension AppView {
  /// The sheet is on screen with these sizes, or not any more.
  func layOutSheet() {
    guard let sheet = model.sheet else {
      guard painter.sheet.layout != nil else { return }
      painter.sheet.clear()
      sheetObservations = []
      return reportFrameArea()
    }
    let layout = SheetLayout(painter.drawing.layout, zoom: sheet.zoom)
    guard painter.sheet.layOut(layout) else { return }
    let area = layout.frameArea(painter.drawing.layout)
    thumbnailClient.setArea(area)
    playerClient.setFrameArea(area)
    // Each place observes its own tile: a thumbnail that comes redraws that tile and nothing else.
    sheetObservations = (0..<layout.grid.count).map { place in
      store.observe {
        SheetTile($0, place: place)
      } onChange: { [weak self] tile in
        self?.painter.sheet.set(tile, at: place)
        self?.scheduler.invalidate(.frame)
        self?.lookSoon()
      }
    }
    store.send(.feed(.overview(.laidOut(layout.grid))))
  }

  /// The clip that plays in its tile, and its frame.
  var playingTile: (id: ItemID, frame: PixelBuffer)? {
    guard model.sheet != nil, let page = store.state.feed.current, page.id == model.itemID,
      let frame = page.playerID.flatMap({ playerClient.frame($0) })
    else { return nil }
    return (page.id, frame.pixels)
  }

  /// Tells the sheet how many items there are, which nobody else does while they are being found.
  func reportCount() {
    guard let overview = store.state.feed.overview, let place = painter.place,
      place.count != overview.count, overview.grid != nil
    else { return }
    store.send(.feed(.overview(.counted(place.count))))
  }

  /// Handles a key in the overview.
  ///
  /// - Returns: Whether the overview is open.
  func actOnSheet(_ key: KeyEvent) -> Bool {
    guard model.sheet != nil else { return false }
    let meaning = SheetKey(
      key, keyMap: painter.drawing.keyMap, isTriaging: model.isTriaging)
    switch meaning {
    case .overview(let action): store.send(.feed(.overview(action)))
    case .intent(let intent): perform(intent)
    case nil: break
    }
    return true
  }

  /// Handles a mouse report in the overview: a click shows a clip, the wheel scrolls.
  func actOnSheet(_ mouse: MouseEvent) {
    switch mouse.kind {
    case .press(.left):
      guard let place = painter.sheet.layout?.place(column: mouse.column, row: mouse.row),
        let first = store.state.feed.overview?.visible
      else { return }
      guard place < first.count else { return }
      store.send(.feed(.overview(.moved(.to(first.lowerBound + place)))))
      store.send(.feed(.overview(.opened)))
    case .wheel(.up, let count): store.send(.feed(.overview(.scrolled(by: -count))))
    case .wheel(.down, let count): store.send(.feed(.overview(.scrolled(by: count))))
    default: break
    }
  }
}
