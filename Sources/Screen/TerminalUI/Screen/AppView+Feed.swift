import AppFeature
import Clients
import Composable
import Graphics
import Models
import TerminalCore

// The exchange between view and feed.
extension AppView {
  /// Reads the place of the item on screen.
  ///
  /// - Returns: Whether it changed.
  func readPlace(at time: Double) -> Bool {
    let place = feedClient.place(model.pageID?.item, store.state.feed.filter)
    scheduler.polls.keep(.place, place.isGrowing || place.reading != nil, at: time)
    defer { painter.place = place }
    return place != painter.place
  }

  /// Reports to triage, once for each page, when its frame, or what takes its place, is on screen.
  func reportFrame(at time: Double) {
    let frame = model.isTriaging && model.overview == nil ? frameReport.frame : nil
    let rest = frame.flatMap(terminal.timeToScreen)
    scheduler.polls.keep(.frame, frame != nil && rest == nil, at: time)
    guard let rest, let id = frameReport.next() else { return }
    store.send(.feed(.frameShown(id, in: rest)))
  }

  /// Reports that the toast is on its way to the screen: its time begins.
  func reportToast() {
    let toast = store.state.feed.toast
    guard !toast.isDrawn, let message = toast.message,
      message == model.message || !message.concerns(model.pageID)
    else { return }
    store.send(.feed(.toast(.drawn)))
  }

  /// Reports to the feed how far its texts can be scrolled on this screen.
  func reportHeights() {
    let feed = store.state.feed
    let texts = texts
    if let article = feed.current?.article,
      let row = texts.article?.lastStart(rows: painter.drawing.layout.frame.rows),
      row != article.scroll.lastRow
    {
      store.send(.feed(.item(.item(article.item.id), .article(.laidOut(lastRow: row)))))
    }
    if let overlay = feed.overlay, let row = texts.overlay?.lastStart,
      row != overlay.scroll.lastRow
    {
      store.send(.feed(.overlay(.scroll(.laidOut(lastRow: row)))))
    }
  }

  /// How many rows of an article are visible.
  var textHeight: Int { ArticleText.textRows(painter.drawing.layout.frame.rows) }
}
