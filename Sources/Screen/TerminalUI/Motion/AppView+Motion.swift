import AppFeature
import Clients
import Composable
import Graphics
import Models
import TerminalCore

// Pages that slide onto the screen.
extension AppView {
  /// Another page is on screen: it slides in, if it can.
  ///
  /// - Parameter next: What is to be shown from now on.
  func turnPage(to next: ScreenModel, at time: Double) {
    let feed = store.state.feed
    guard isAnimated, isReady(next.page), canSlide, let page = next.itemID, let last = model.itemID,
      // Pages that do not stand in one window are not next to each other in any sense.
      let from = feed.items.index(id: last), let to = feed.items.index(id: page)
    else { return painter.motion.cancel() }
    painter.slide(
      page, after: last, to > from ? .forwards : .backwards,
      stride: terminal.capabilities.scrollStride, at: time)
  }

  /// The page is in its place: from now on it is shown as it is.
  func endMotion() {
    painter.motion.cancel()
    scheduler.owe(.frame)
  }

  /// A page without a frame would push the last one away for nothing.
  private func isReady(_ page: ScreenModel.Page) -> Bool {
    switch page {
    case .empty: false
    case .article, .notice: true
    case .clip(let clip): clip.failure != nil || playerClient.frame(clip.playerID) != nil
    }
  }

  /// Whether the terminal moves what it shows, and what it has to be sent is there in the time of the
  /// motion. An image is sent once in any case (docs/decisions/link-slides.md).
  private var canSlide: Bool {
    let capabilities = terminal.capabilities
    guard case .glyphs = capabilities.frameForm else { return capabilities.movesImages }
    return capabilities.movesCells && isPageCarried
  }

  /// Whether the link carries a whole page in the time of a slide.
  var isPageCarried: Bool {
    let frame = painter.drawing.layout.frame
    return Slide.isCarried(cells: frame.columns * frame.rows, by: terminal.link)
  }
}

extension Slide {
  /// What a cell of a whole page takes, in bytes: of the clips that were measured the most.
  private static let bytesPerCell = 20.0

  /// Whether a page arrives in the time that the motion takes. If not, it would be seen later than
  /// without, and the next key's page, too.
  package static func isCarried(cells: Int, by link: LinkStatistics) -> Bool {
    link.throughput * duration >= Double(cells) * bytesPerCell
  }
}

extension Capabilities {
  /// Whether cells move with their rows: not those of few colours.
  fileprivate var movesCells: Bool { movesRows && !colorDepth.isFew }

  /// Palettes are dithered by place, in a pattern that repeats after so many rows.
  fileprivate var scrollStride: Int {
    guard case .glyphs(let set) = frameForm, colorDepth != .trueColor else { return 1 }
    return set == .space ? 4 : 2
  }
}

// Still frames that are longer than the screen.
extension AppView {
  /// What is seen now of a frame that is longer than the screen.
  func panned(_ nowPlaying: NowPlaying, at time: Double) -> PixelBuffer? {
    guard nowPlaying.time.isStill, nowPlaying.newest != nil, model.fit == .fill,
      let clip = model.clip,
      let shape = nowPlaying.details?.displaySize
    else { return nil }
    return panorama.part(
      of: clip.playerID, shape: shape, in: painter.drawing.layout.frameArea(.fill),
      moves: isAnimated && model.isPlaying && !model.isCovered && canPan, at: time)
  }

  /// Whether the link carries a whole page in the time of a slide: each step is one. Images would be
  /// sent anew with each.
  private var canPan: Bool {
    guard case .glyphs = terminal.capabilities.frameForm else { return false }
    return isPageCarried
  }
}
