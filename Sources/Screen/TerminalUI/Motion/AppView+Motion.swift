import AppFeature
import Clients
import Composable
import Graphics
import Models
import TerminalCore

// Pages that slide onto the screen.
extension AppView {
  /// Another page is on screen, or the overview: it slides in, if possible.
  ///
  /// - Parameter next: What is shown from now on.
  func turnPage(to next: ScreenModel, at time: Double) {
    guard isAnimated, !input.hasJudged, isReady(next.page), canSlide,
      let page = next.subject, let last = model.subject,
      let direction = direction(from: last, to: page)
    else { return painter.motion.cancel() }
    painter.slide(
      page, after: last, direction, stride: terminal.capabilities.scrollStride, at: time)
  }

  /// Pages slide in from the side of the feed where they are, the overview from above all of them.
  private func direction(
    from last: PageMotion.Subject, to page: PageMotion.Subject
  ) -> FeedDirection? {
    let items = store.state.feed.items
    switch (last, page) {
    case (.overview, .overview): return nil
    case (.page, .overview): return .backwards
    case (.overview, .page): return .forwards
    case (.page(let last), .page(let page)):
      // Pages that are not in the same window are not neighbours.
      guard let from = items.index(id: last), let to = items.index(id: page) else { return nil }
      return to > from ? .forwards : .backwards
    }
  }

  /// The page has arrived: from now on it is drawn normally.
  func endMotion() {
    painter.motion.cancel()
    scheduler.invalidate(.frame)
  }

  /// A page without a frame would push the last one away for nothing.
  private func isReady(_ page: ScreenModel.Page) -> Bool {
    switch page {
    case .empty: false
    case .article, .notice, .overview: true
    case .clip(let clip): clip.failure != nil || playerClient.frame(clip.playerID) != nil
    }
  }

  /// Whether the terminal can scroll its content, and the new content can be sent in the time of
  /// the slide. An image is sent once in any case (docs/decisions/link-slides.md).
  private var canSlide: Bool {
    let capabilities = terminal.capabilities
    guard case .glyphs = capabilities.frameForm else { return capabilities.movesImages }
    let frame = painter.drawing.layout.frame
    return capabilities.movesCells
      && Slide.isCarried(cells: frame.columns * frame.rows, by: terminal.link)
  }
}

extension ScreenModel {
  fileprivate var subject: PageMotion.Subject? {
    overview == nil ? pageID.map(PageMotion.Subject.page) : .overview
  }
}

extension Slide {
  /// The bytes per cell of a whole page: the maximum of the measured clips.
  static let bytesPerCell = 20.0

  /// Whether a page arrives within the slide. If not, it would be visible later than without, and
  /// so would the next key's page.
  package static func isCarried(cells: Int, by link: LinkStatistics) -> Bool {
    link.throughput * duration >= Double(cells) * bytesPerCell
  }
}

extension Capabilities {
  /// Whether cells move with their rows: not with few colours.
  fileprivate var movesCells: Bool { movesRows && !colorDepth.isFew }

  /// Palettes are dithered by position, in a pattern that repeats after this many rows.
  fileprivate var scrollStride: Int {
    guard case .glyphs(let set) = frameForm, colorDepth != .trueColor else { return 1 }
    return set == .space ? 4 : 2
  }
}
